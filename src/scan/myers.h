/*
 * myers.h - scans a part of a chunk for one pattern with Myers' bit vectors, which restart at
 * delimiters: the scalar engine, and the verification of others.
 */
#pragma once

#include "scan/engine.h"

struct myers;

/* Returns NULL when out of memory. The arguments must outlive it. */
struct myers *myers_open(const struct query *q, const struct alphabet *a);
void myers_close(struct myers *e);

/* Sets the pattern and the chunk of myers_scan(). Returns false when out of memory. */
bool myers_begin(struct myers *e, const struct chunk *c, uint32_t pattern);

/*
 * Adds to `hits`, in order, the ends in [own.begin, own.end) whose distance is at most *limit (<=
 * the pattern's k) as struct engine asks, so rising ends may be left out. Where ends lower
 * the limit (LOWERS_ENDS), *limit falls to the least distance found.
 */
enum engine_status myers_scan(struct myers *e, struct share own, uint32_t *limit,
                              struct hits *hits);

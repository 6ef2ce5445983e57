/*
 * exact.h - one pattern on a part of a chunk, with restart, by bit vectors: the scalar engine, and
 * what others verify with.
 */
#ifndef EXACT_H
#define EXACT_H

#include "scan/engine.h"

struct exact;

/* NULL when memory is out. The arguments must outlive it. */
struct exact *exact_open(const struct query *q, const struct alphabet *a);
void exact_close(struct exact *e);

/* From now on exact_scan() looks for this pattern in this chunk. False: memory is out. */
bool exact_begin(struct exact *e, const struct chunk *c, uint32_t pattern);

/*
 * Adds to `hits`, in order, the ends in [own.begin, own.end) whose distance is at most *limit (<=
 * the pattern's k) as struct engine asks, so rising ends may be left out. In best mode, where the
 * query is certain, *limit falls to the least distance found.
 */
enum engine_status exact_scan(struct exact *e, struct share own, uint32_t *limit,
                              struct hits *hits);

#endif

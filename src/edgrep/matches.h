/*
 * matches.h - chunks and their hits become printed results: lines finds the records, resolve the
 * occurrences, select prints.
 *
 * Main thread only; chunks of an input come in order.
 */
#ifndef MATCHES_H
#define MATCHES_H

#include <stdatomic.h>

#include "output/select.h"
#include "query/alphabet.h"
#include "scan/hit.h"
#include "text/chunk.h"

struct matches;

/*
 * limit: in best mode, set to the level as it falls. NULL (reported) when a --where regex is bad.
 * Everything given must outlive it.
 */
struct matches *matches_open(const struct output_env *env, const struct alphabet *a,
                             struct select *select, atomic_uint *limit);
void matches_close(struct matches *m);

/* A new input begins. */
void matches_input(struct matches *m);

/* Its next chunk, or a view of a part of it, with the hits that end in its owned range. */
void matches_chunk(struct matches *m, const struct chunk *c, const struct hits *hits);

/* How many records there were in all inputs so far; UINT64_MAX: they were not counted. */
uint64_t matches_records(const struct matches *m);

#endif

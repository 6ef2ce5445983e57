/*
 * first_bound.h - best mode, as long as nothing bounds distances: how a bound is found first.
 *
 * Without a bound nearly every end is a hit. So a small part of a chunk is scanned first: what it
 * has bounds the rest, and with the resulting limit patterns may have pieces.
 */
#pragma once

#include "query/distance_bounds.h"
#include "scan/hit.h"
#include "text/chunk.h"

/* Symbols below which no part is scanned first; tests may change it. */
enum { FIRST_BOUND_LEAST = 1 << 15 };
extern size_t first_bound_least;

/* Returns whether nearly every end is a hit, because there is no bound yet, and engines do not
 * lower it during the scan. */
bool first_bound_lacks(const struct query *q, const struct distance_bounds *bests);

/* Returns how many of n symbols should be scanned first: a small part that can have as many
 * occurrences as are wanted; n / 2 if a bound is known. */
size_t first_bound_share(const struct query *q, const struct distance_bounds *bests, size_t n);

/* Returns whether such a part of n symbols should be scanned first. `many`: the patterns are many.
 * For few patterns, the text must be long: a part with fewer lead-ins than vectors have lanes would
 * take as long as the whole. It may be short for automata, which are slow without a limit, and with
 * filters: records that they refuse are passed over. */
bool first_bound_pays(const struct query *q, const struct distance_bounds *bests, size_t n,
                      bool many);

/* --top: lowers the bound to the distance of the last wanted result, if the hits of the chunk are
 * of enough results. A result is a record, once for each pattern that has a hit there. Returns
 * whether there are enough. */
bool first_bound_by_records(const struct query *q, const struct chunk *c, const struct hits *hits,
                            struct distance_bounds *bests);

/* -w: lowers the bound if one of the hits, whose distances are at most d, is that of an occurrence
 * between word borders. Returns whether one is. */
bool first_bound_by_words(const struct query *q, const struct alphabet *a, const struct chunk *c,
                          const struct hits *hits, uint32_t d, struct distance_bounds *bests);

/* Returns whether each of d + 1 pieces of every pattern is long: then a scan for d edits is fast.
 */
bool first_bound_fast(const struct query *q, uint32_t d);

/* Returns whether n symbols are such a part, in which patterns are better searched one after
 * another: each lowers the bound for the next one, whereas in all lanes nearly all ends would be
 * hits. */
bool first_bound_one_by_one(const struct query *q, const struct distance_bounds *bests, size_t n);

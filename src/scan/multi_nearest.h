/*
 * multi_nearest.h - many patterns, if only the nearest ends in each record matter
 * (report.nearest): lesser distances are searched for first.
 *
 * The distances of level 0 are up to half of the patterns' k, those of level 1 up to half of that,
 * and so on. A record in which the patterns of a level occur is not searched at any level before
 * it: farther ends in it do not matter. Searches for lesser distances are cheaper, as the pieces of
 * patterns are longer then.
 *
 * A level that takes longer than it saves is left out, but tried again now and then.
 */
#pragma once

#include "scan/multi.h"

/* Symbols searched before deciding whether levels pay. Tests may change it. */
enum { MULTI_NEAREST_TRIAL = 1 << 15 };
extern size_t multi_nearest_trial;

struct multi_nearest;

/* As the functions of struct engine. */
struct multi_nearest *multi_nearest_open(const struct sliced_kernel *kernel,
                                         const struct grams_kernel *grams, const struct query *q,
                                         const struct alphabet *a,
                                         const struct distance_bounds *bests,
                                         struct scan_shared *shared);
enum engine_status multi_nearest_submit(struct multi_nearest *x, const struct chunk *c,
                                        struct share own, struct hits *hits);
void multi_nearest_close(struct multi_nearest *x); /* NULL is ignored */

/* Returns the search for all distances at once. */
struct multi *multi_nearest_all(const struct multi_nearest *x);

/*
 * distances.h - the distances of many pairs, or between strings and a list of strings.
 *
 * Hundreds of short pairs of similar lengths are computed at a time (lanes/lanes.h). Long pairs,
 * and those too few to fill lanes, are compared one by one (compare.h).
 *
 * A struct distances belongs to one thread. The functions exit the program when out of memory.
 */
#pragma once

#include "lanes/lanes.h"

#define DISTANCES_MORE UINT32_MAX         /* a distance above the limit */
#define DISTANCES_UNLIKE (UINT32_MAX - 1) /* METRIC_HAMMING: the lengths differ */
#define DISTANCES_LONGEST INT32_MAX       /* codes of a string */

struct distances;

/* For strings whose codes have `width` bytes, 1 or 4. */
struct distances *distances_open(const struct lanes_kernel *kernel, enum metric metric,
                                 unsigned width);

/* From now on, codes have `width` bytes. */
void distances_set_width(struct distances *d, unsigned width);

/* NULL is ignored. */
void distances_close(struct distances *d);

/*
 * Sets to[0..count) to the distances of `count` pairs. Pass as many pairs as possible in one call,
 * for speed. A distance above limits[i] is DISTANCES_MORE; NULL: no limits.
 */
void distances_pairs(struct distances *d, const struct lanes_pair *pairs, size_t count,
                     const uint32_t *limits, uint32_t *to);

enum { DISTANCES_COLUMNS = 1 << 11 };

/* Sets the strings, at most DISTANCES_COLUMNS, that distances_row() compares with, until another
 * function is called. The strings must outlive this use. */
void distances_columns(struct distances *d, const struct lanes_string *columns, size_t count);

/* Sets to[0..count) to the distances between the string and each of those strings. */
void distances_row(struct distances *d, const struct lanes_string *row, uint32_t *to);

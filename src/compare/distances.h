/*
 * distances.h - the distances of many pairs, or of one string after the other with many.
 *
 * Short pairs are computed some hundred at a time (lanes/lanes.h), those of about the same length
 * together. Long ones, and those that find no company, are compared one by one (compare.h).
 *
 * A struct distances belongs to one thread.
 */
#ifndef DISTANCES_H
#define DISTANCES_H

#include <stdbool.h>

#include "lanes/lanes.h"

#define DISTANCES_MORE UINT32_MAX         /* than the limit */
#define DISTANCES_UNLIKE (UINT32_MAX - 1) /* METRIC_HAMMING: the two lengths are not the same */
#define DISTANCES_LONGEST INT32_MAX       /* codes of a string */

struct distances;

/* For strings whose codes have `width` bytes, 1 or 4. Returns NULL when out of memory. */
struct distances *distances_open(const struct lanes_kernel *kernel, enum metric metric,
                                 unsigned width);
void distances_close(struct distances *d);

/*
 * Puts the distances of `count` pairs into to[0..count): in one call as many as there are, for this
 * is what makes it fast. A distance of more than limits[i] is DISTANCES_MORE; NULL: no limits.
 * Returns false when out of memory. (With long pairs the program exits, as in
 * compare.h.)
 */
bool distances_pairs(struct distances *d, const struct lanes_pair *pairs, size_t count,
                     const uint32_t *limits, uint32_t *to);

enum { DISTANCES_COLUMNS = 1 << 11 };

/* Until anything else is computed, distances_row() compares with these strings, at most
 * DISTANCES_COLUMNS, which must stay. Returns false when out of memory. */
bool distances_columns(struct distances *d, const struct lanes_string *columns, size_t count);

/* Puts the distances of the string and of each of those into to[0..count). (Memory: as above.) */
void distances_row(struct distances *d, const struct lanes_string *row, uint32_t *to);

#endif

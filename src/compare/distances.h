/*
 * distances.h - the distances of many pairs, or of all strings with all others.
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

/* For strings whose codes have `width` bytes, 1 or 4. NULL: memory is out. */
struct distances *distances_open(const struct lanes_kernel *kernel, enum metric metric,
                                 unsigned width);
void distances_close(struct distances *d);

/*
 * Puts the distances of `count` pairs into to[0..count): in one call as many as there are, for this
 * is what makes it fast. A distance of more than limits[i] is DISTANCES_MORE; NULL: no limits.
 * False: memory is out. (Where long pairs find memory out the program ends, as in compare.h.)
 */
bool distances_pairs(struct distances *d, const struct lanes_pair *pairs, size_t count,
                     const uint32_t *limits, uint32_t *to);

/* Puts the distance of rows[i] and columns[j] into to[i * ncolumns + j], for all of both. */
bool distances_all(struct distances *d, const struct lanes_string *rows, size_t nrows,
                   const struct lanes_string *columns, size_t ncolumns, uint32_t *to);

#endif

/*
 * lanes.h - the distances of some hundred short pairs at once, each in a lane of its own.
 *
 * A struct lanes is the memory for that, and belongs to one thread. There are two ways to use it:
 *
 *   lanes_pairs()                  as many pairs as there are lanes, each of two strings
 *   lanes_rows(), lanes_column()   as many strings as there are lanes, and then one string at a
 *                                  time that is compared with all of these
 *
 * The lanes take as long as the longest strings among them would. So who calls this puts pairs of
 * about the same lengths together. An unused lane costs as much as a used one.
 */
#ifndef LANES_H
#define LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanes/lanes_kernels.h"

enum { LANES_LONGEST = 1024 }; /* codes of a string */

struct lanes_pair {
    struct lanes_string x, y;
};

struct lanes;

/* `width`: bytes of a code, 1 or 4. The metric is any but METRIC_HAMMING. Returns NULL when out of
 * memory. */
struct lanes *lanes_open(const struct lanes_kernel *kernel, enum metric metric, unsigned width);
void lanes_close(struct lanes *l);

/* How many lanes there are. */
size_t lanes_count(const struct lanes *l);

/* About how many nanoseconds lanes_pairs() takes where x has up to m codes and y up to n. */
double lanes_cost(const struct lanes *l, size_t m, size_t n);

/* Puts the distances of `count` pairs, at most lanes_count(), into to[0..count). No string has more
 * than LANES_LONGEST codes. Returns false when out of memory. */
bool lanes_pairs(struct lanes *l, const struct lanes_pair *pairs, size_t count, uint32_t *to);

/* Takes `count` strings, at most lanes_count(), those of these numbers; they need not stay. Returns
 * false when out of memory. */
bool lanes_rows(struct lanes *l, const struct lanes_string *strings, const uint32_t *numbers,
                size_t count);

/* Puts the distances of the string and each of those into to[0..count). */
void lanes_column(struct lanes *l, const struct lanes_string *string, uint32_t *to);

#endif

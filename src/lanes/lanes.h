/*
 * lanes.h - the distances of hundreds of short pairs at once, each in a lane of its own.
 *
 * A struct lanes is the memory for one such computation, used by one thread. There are two ways to
 * use it:
 *
 *   lanes_pairs()                  a pair of strings in each lane
 *   lanes_rows(), lanes_column()   a string in each lane, and then one string at a time
 *                                  that is compared with all of them
 *
 * All lanes take as long as the longest strings among them. So callers should group pairs of
 * similar lengths. An unused lane costs as much as a used one.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "lanes/lanes_kernels.h"

enum { LANES_LONGEST = 1024 }; /* codes of a string */

struct lanes_pair {
    struct lanes_string x, y;
};

struct lanes;

/* `width`: bytes of a code, 1 or 4. The metric is any but METRIC_HAMMING. This and the
 * functions below exit the program when out of memory. */
struct lanes *lanes_open(const struct lanes_kernel *kernel, enum metric metric, unsigned width);
void lanes_close(struct lanes *l);

/* Returns about how many nanoseconds lanes_pairs() takes if x has up to m codes and y up to n. */
double lanes_cost(size_t m, size_t n);

/* Sets to[0..count) to the distances of `count` pairs, at most kernel->lanes. Strings have at most
 * LANES_LONGEST codes. */
void lanes_pairs(struct lanes *l, const struct lanes_pair *pairs, size_t count, uint32_t *to);

/* Loads `count` strings, at most kernel->lanes, selected by their numbers; they need not stay. */
void lanes_rows(struct lanes *l, const struct lanes_string *strings, const uint32_t *numbers,
                size_t count);

/* Sets to[0..count) to the distances of the string and each of the loaded strings. */
void lanes_column(struct lanes *l, const struct lanes_string *string, uint32_t *to);

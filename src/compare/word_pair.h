/*
 * word_pair.h - the distance of two short strings, one of them at most as long as a word has bits.
 *
 * Allocates nothing, and takes time in proportion to the strings' lengths: for few pairs at a time,
 * which would leave most lanes (lanes/lanes.h) empty.
 */
#ifndef WORD_PAIR_H
#define WORD_PAIR_H

#include <stdint.h>

#include "lanes/lanes.h"

enum { WORD_PAIR_ROWS = 64, WORD_PAIR_CODES = 256 };

/* Which rows have a code. All of it is 0 between the calls. */
struct word_pair {
    uint64_t rows[WORD_PAIR_CODES];
};

/* The distance of a pair of codes of one byte. x has at most WORD_PAIR_ROWS; the metric is any but
 * METRIC_HAMMING. */
uint32_t word_pair_distance(struct word_pair *w, enum metric metric, const struct lanes_pair *pair);

#endif

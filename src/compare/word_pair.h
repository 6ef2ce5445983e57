/*
 * word_pair.h - the distance of two strings; one of them fits into the bits of a word.
 *
 * Allocates nothing, and takes time proportional to the longer string: for few pairs, which would
 * leave most lanes (lanes/lanes.h) empty.
 */
#pragma once

#include <stdint.h>

#include "lanes/lanes.h"

enum { WORD_PAIR_ROWS = 64, WORD_PAIR_CODES = 256 };

/* [code]: the rows that have it. All zero between calls. */
struct word_pair {
    uint64_t rows[WORD_PAIR_CODES];
};

/* Returns the distance of a pair of one-byte codes. x has at most WORD_PAIR_ROWS; the metric is not
 * METRIC_HAMMING. */
uint32_t word_pair_distance(struct word_pair *w, enum metric metric, const struct lanes_pair *pair);

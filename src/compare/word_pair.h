/*
 * word_pair.h - the distance of two short strings, one of which has a row for each bit of a word.
 *
 * Nothing is allocated, and what is done is as long as the two strings are: for who compares few
 * pairs at a time, where lanes (lanes/lanes.h) would be empty.
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

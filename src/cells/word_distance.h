/*
 * word_distance.h - the distance of two strings of bytes; one of them fits into the bits of a word.
 *
 * The rows of a column are computed at once (metric_step.h), and the time is proportional to the
 * other string. It suits few pairs, which would leave most lanes (lanes/lanes.h) empty.
 */
#pragma once

#include <stddef.h>

#include "cells/metric_step.h"

enum { WORD_DISTANCE_CODES = 256 };

__attribute__((always_inline)) static inline struct bitvector
word_distance_column(enum metric metric, const uint64_t *rows, const unsigned char *codes, size_t m)
{
    struct bitvector column = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    for (size_t j = 0; j < m; j++)
        (void)metric_step(metric, &column, &before, rows[codes[j]], (struct edge){.p = 1});
    return column;
}

/* Returns the distance between a string of n <= BITVECTOR_ROWS codes and codes[0..m); rows[code]:
 * at which places the first string has this code. Not for METRIC_HAMMING. */
static inline uint32_t word_distance(enum metric metric, const uint64_t rows[WORD_DISTANCE_CODES],
                                     size_t n, const unsigned char *codes, size_t m)
{
    struct bitvector last = metric == METRIC_OSA ? word_distance_column(METRIC_OSA, rows, codes, m)
                            : metric == METRIC_INDEL
                                ? word_distance_column(METRIC_INDEL, rows, codes, m)
                                : word_distance_column(METRIC_LEVENSHTEIN, rows, codes, m);
    return (uint32_t)m + bitvector_sum(last, n);
}

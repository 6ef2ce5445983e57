/*
 * word_distance.h - the distance of two strings of bytes; one of them fits into the bits of a word.
 *
 * The rows of a column are computed at once (metric_step.h), and the time is proportional to the
 * other string. It suits few pairs, which would leave most lanes (lanes/lanes.h) empty.
 */
#pragma once

#include <stddef.h>

#include "base/inline.h"
#include "cells/metric_step.h"

enum { WORD_DISTANCE_CODES = 256 };

INLINE struct bitvector word_distance_column(enum metric metric, const uint64_t *rows,
                                             const unsigned char *codes, size_t m)
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

enum { WORD_DISTANCE_WORDS = 16 };

INLINE uint32_t words_distance_columns(enum metric metric, uint64_t (*rows)[WORD_DISTANCE_WORDS],
                                       size_t n, const unsigned char *codes, size_t m)
{
    size_t words = (n + BITVECTOR_ROWS - 1) / BITVECTOR_ROWS;
    struct bitvector column[WORD_DISTANCE_WORDS];
    struct before before[WORD_DISTANCE_WORDS];
    uint32_t distance = (uint32_t)m;
    for (size_t w = 0; w < words; w++) {
        column[w] = BITVECTOR_START;
        before[w] = BEFORE_NONE;
    }
    for (size_t j = 0; j < m; j++) {
        struct edge edge = {.p = 1, .d0 = 1};
        for (size_t w = 0; w < words; w++)
            edge = edge_of(metric_step(metric, &column[w], &before[w], rows[codes[j]][w], edge),
                           BITVECTOR_ROWS - 1);
    }
    for (size_t w = 0; w < words; w++)
        distance += bitvector_sum(column[w], n - w * BITVECTOR_ROWS);
    return distance;
}

/* The same for a string of n <= WORD_DISTANCE_WORDS * BITVECTOR_ROWS codes; bit i of
 * rows[code][w]: at place 64 w + i the first string has this code. */
static inline uint32_t words_distance(enum metric metric, uint64_t rows[][WORD_DISTANCE_WORDS],
                                      size_t n, const unsigned char *codes, size_t m)
{
    return metric == METRIC_OSA     ? words_distance_columns(METRIC_OSA, rows, n, codes, m)
           : metric == METRIC_INDEL ? words_distance_columns(METRIC_INDEL, rows, n, codes, m)
                                    : words_distance_columns(METRIC_LEVENSHTEIN, rows, n, codes, m);
}

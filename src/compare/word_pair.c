/* word_pair.c - advances all rows column by column (metric_step.h). */
#include "compare/word_pair.h"

#include "cells/metric_step.h"

/* Returns the deltas of the last column; the deltas above row 0 are all 1. */
static inline struct bitvector last_column(const struct word_pair *w, enum metric metric,
                                           const struct lanes_string *y)
{
    struct bitvector column = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    for (size_t j = 0; j < y->length; j++)
        (void)metric_step(metric, &column, &before, w->rows[y->codes[j]],
                          (struct edge){.p = 1, .d0 = 1});
    return column;
}

uint32_t word_pair_distance(struct word_pair *w, enum metric metric, const struct lanes_pair *pair)
{
    const struct lanes_string *x = &pair->x;
    struct bitvector column;
    uint64_t there = x->length < WORD_PAIR_ROWS ? (UINT64_C(1) << x->length) - 1 : ~UINT64_C(0);
    for (size_t i = 0; i < x->length; i++)
        w->rows[x->codes[i]] |= UINT64_C(1) << i;
    if (metric == METRIC_OSA)
        column = last_column(w, METRIC_OSA, &pair->y);
    else if (metric == METRIC_INDEL)
        column = last_column(w, METRIC_INDEL, &pair->y);
    else
        column = last_column(w, METRIC_LEVENSHTEIN, &pair->y);
    for (size_t i = 0; i < x->length; i++)
        w->rows[x->codes[i]] = 0;
    return pair->y.length + (uint32_t)__builtin_popcountll(column.pv & there) -
           (uint32_t)__builtin_popcountll(column.mv & there);
}

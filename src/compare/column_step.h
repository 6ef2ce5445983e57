/*
 * column_step.h - computes one column of a table of two sequences, and its optimal steps back.
 *
 * Levenshtein distance uses the step of bitvector.h, also with exchanges (metric_step.h). The
 * longest common subsequence uses the step of M. Crochemore, C. S. Iliopoulos, Y. J. Pinzon and J.
 * F. Reid, "A fast and practical bit-vector algorithm for the longest common subsequence problem",
 * Information Processing Letters 80, 2001, in Hyyrö's form.
 */
#pragma once

#include "cells/metric.h"
#include "cells/traceback.h"

static inline void column_step_levenshtein(struct bitvector *column, size_t blocks,
                                           const uint64_t *masks, struct edge above,
                                           struct moves *moves)
{
    struct horizontal carry = {above.p, above.m};
    for (size_t block = 0; block < blocks; block++)
        moves[block] = traceback_step(&column[block], masks[block], &carry);
}

/* The vertical deltas are the zeros of pv; the carries of the sum are the horizontal deltas. A cell
 * without a horizontal delta has a distance greater by 1, and an insertion is optimal. */
static inline void column_step_indel(struct bitvector *column, size_t blocks, const uint64_t *masks,
                                     struct edge above, struct moves *moves)
{
    uint64_t carry = above.m;
    for (size_t block = 0; block < blocks; block++) {
        uint64_t v = column[block].pv, matched = v & masks[block], sum;
        bool over = __builtin_add_overflow(v, matched, &sum);
        over |= __builtin_add_overflow(sum, carry, &sum);
        uint64_t into = v ^ matched ^ sum;
        moves[block] = (struct moves){~(matched | (v & into)), masks[block]};
        column[block].pv = sum | (v & ~masks[block]);
        carry = over;
    }
}

static inline void column_step_osa(struct bitvector *column, struct before *before, size_t blocks,
                                   const uint64_t *masks, struct edge edge, struct moves *moves)
{
    for (size_t block = 0; block < blocks; block++)
        moves[block] = traceback_step_osa(&column[block], &before[block], masks[block], &edge,
                                          INSERTION_FIRST);
}

/* The deltas above the first row of a table. */
#define COLUMN_TOP ((struct edge){.p = 1, .d0 = 1})

/* Advances `blocks` blocks of rows in `column` by one column; bit i of block b of `masks` is set if
 * row 64 b + i matches the column's code. The column before the first is all BITVECTOR_START and
 * (METRIC_OSA) all BEFORE_NONE. */
static inline void column_step(enum metric metric, struct bitvector *column, struct before *before,
                               size_t blocks, const uint64_t *masks, struct edge above,
                               struct moves *moves)
{
    if (metric == METRIC_OSA)
        column_step_osa(column, before, blocks, masks, above, moves);
    else if (metric == METRIC_LEVENSHTEIN)
        column_step_levenshtein(column, blocks, masks, above, moves);
    else
        column_step_indel(column, blocks, masks, above, moves);
}

/* Takes a step back through the moves of column w->j - 1: walk_back() or walk_back_osa(). */
static inline char column_walk_back(enum metric metric, struct walk *w, const struct moves *moves)
{
    return metric == METRIC_OSA ? walk_back_osa(w, moves) : walk_back(w, moves, INSERTION_FIRST);
}

/* counter_column.h - column.h for METRIC_HAMMING: one column of a pattern's table of counters. */
#pragma once

#include <string.h>

#include "cells/counters.h"
#include "scan/masks.h"

/* A column of blocks. The first `behind` are computed; the rows of all others are beyond the limit.
 * A block has its planes, then the rows beyond the limit. */
struct counter_column {
    uint64_t *blocks;
    unsigned planes;
    uint32_t start, behind;
};

/* A counter, and whether it is beyond the limit. */
struct count {
    uint32_t counter;
    uint64_t beyond;
};

static inline struct count counter_column_row(const struct counter_column *c, uint32_t block,
                                              unsigned row)
{
    const uint64_t *planes = c->blocks + (size_t)block * (c->planes + 1);
    return (struct count){counters_row(planes, c->planes, row), planes[c->planes] >> row & 1};
}

/* Adds the next block, whose rows are all beyond the limit. */
static inline void counter_column_enter(struct counter_column *c)
{
    uint64_t *planes = c->blocks + (size_t)c->behind++ * (c->planes + 1);
    memset(planes, 0, c->planes * sizeof *planes);
    planes[c->planes] = ~UINT64_C(0);
}

/* Advances all computed blocks, and one more if the last one passes down a counter within the
 * limit. */
static inline void counter_column_advance(struct counter_column *c, const struct masks *masks,
                                          uint32_t symbol)
{
    struct count above = {c->start, 0};
    for (uint32_t block = 0; block < c->behind || (block < masks->blocks && !above.beyond);
         block++) {
        if (block == c->behind)
            counter_column_enter(c);
        uint64_t *planes = c->blocks + (size_t)block * (c->planes + 1);
        struct count last = counter_column_row(c, block, COUNTER_ROWS - 1);
        counters_step(planes, c->planes, &planes[c->planes], masks_word(masks, symbol, block),
                      above.counter, above.beyond);
        above = last;
    }
    while (c->behind > 1 && c->blocks[(size_t)c->behind * (c->planes + 1) - 1] == ~UINT64_C(0))
        c->behind--;
}

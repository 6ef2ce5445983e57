/*
 * corridor.h - the diagonals, block of rows by block of rows, that all optimal alignments keep to.
 * Diagonal k has the cells with column - row = k.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/least.h"

struct corridor_span {
    int64_t lowest, highest; /* diagonals, both included */
};

static inline void corridor_span_widen(struct corridor_span *span, struct corridor_span with)
{
    span->lowest = least(span->lowest, with.lowest);
    span->highest = most(span->highest, with.highest);
}

/* Block b begins in row b * rows; the last block has all rows that are left. Rows are those of
 * cells: 0 is above the first code. */
struct corridor {
    size_t rows, count; /* of a block; how many blocks */
    double steps;       /* diagonals that furthest rows are extended on (compare/diagonals.h) */
    struct corridor_span *spans;
};

/* Returns the block of a row. */
static inline size_t corridor_block(const struct corridor *c, size_t row)
{
    size_t block = row / c->rows;
    return block < c->count ? block : c->count - 1;
}

/* Returns the diagonals of the rows from `first` to `last`, both included. */
static inline struct corridor_span corridor_of_rows(const struct corridor *c, size_t first,
                                                    size_t last)
{
    size_t end = corridor_block(c, last);
    struct corridor_span all = c->spans[end];
    for (size_t b = corridor_block(c, first); b < end; b++)
        corridor_span_widen(&all, c->spans[b]);
    return all;
}

/* Returns the mean number of diagonals. */
static inline double corridor_width(const struct corridor *c)
{
    double sum = 0;
    for (size_t b = 0; b < c->count; b++)
        sum += (double)(c->spans[b].highest - c->spans[b].lowest + 1);
    return sum / (double)c->count;
}

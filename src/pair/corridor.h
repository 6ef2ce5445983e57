/*
 * corridor.h - the diagonals, block of rows by block of rows, that all optimal alignments keep to.
 * Diagonal k has the cells with column - row = k.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/least.h"

/* Half, rounded down. */
static inline int64_t half_down(int64_t x)
{
    return (x - (x & 1)) / 2;
}

struct diagonal_span {
    int64_t lowest, highest; /* diagonals, both included */
};

/* Returns the diagonals of a table of m rows and n columns that a path of at most `edits`
 * insertions and deletions can reach: it returns from each as often as it leaves the first one.
 * These are at least the difference of m and n. Read backwards, the table has the same span. E.
 * Ukkonen, "Algorithms for approximate string matching", Information and Control 64, 1985. */
static inline struct diagonal_span diagonal_span_within(size_t m, size_t n, uint64_t edits)
{
    const int64_t difference = (int64_t)n - (int64_t)m, most = (int64_t)edits;
    if (edits >= m + n)
        return (struct diagonal_span){-(int64_t)m, (int64_t)n};
    return (struct diagonal_span){-((most - difference) / 2), (most + difference) / 2};
}

static inline void diagonal_span_widen(struct diagonal_span *span, struct diagonal_span with)
{
    span->lowest = least(span->lowest, with.lowest);
    span->highest = most(span->highest, with.highest);
}

/* Block b begins in row b * rows; the last block has all rows that are left. Rows are those of
 * cells: 0 is above the first code. */
struct corridor {
    size_t rows, count; /* of a block; how many blocks */
    double steps;       /* diagonals that furthest rows are extended on (compare/diagonals.h) */
    struct diagonal_span *spans;
};

/* Returns the block of a row. */
static inline size_t corridor_block(const struct corridor *c, size_t row)
{
    size_t block = row / c->rows;
    return block < c->count ? block : c->count - 1;
}

/* Returns the diagonals of the rows from `first` to `last`, both included. */
static inline struct diagonal_span corridor_of_rows(const struct corridor *c, size_t first,
                                                    size_t last)
{
    size_t end = corridor_block(c, last);
    struct diagonal_span all = c->spans[end];
    for (size_t b = corridor_block(c, first); b < end; b++)
        diagonal_span_widen(&all, c->spans[b]);
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

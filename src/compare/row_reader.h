/*
 * row_reader.h - reads a row of scores (struct strips_row) from column to column, with the distance
 * at each.
 */
#pragma once

#include "cells/metric.h"
#include "strips/strips.h"

enum { ROW_STRIDE = 64 /* columns, a word of deltas */ };

struct row_reader {
    const struct strips_row *row;
    enum metric metric;
    uint64_t rows; /* of the table above the row */
    size_t column;
    uint64_t score;
};

/* Returns the distance of the rows and of the columns before the reader. */
static inline uint64_t row_reader_distance(const struct row_reader *r)
{
    return r->metric == METRIC_INDEL ? r->rows + r->column - 2 * r->score : r->score;
}

static inline void row_reader_forward(struct row_reader *r)
{
    r->score += (uint64_t)strips_delta(&r->row->deltas, r->column++);
}

static inline void row_reader_backward(struct row_reader *r)
{
    r->score -= (uint64_t)strips_delta(&r->row->deltas, --r->column);
}

/* Returns bits [at, at + ROW_STRIDE). */
static inline uint64_t row_reader_bits(const uint64_t *bits, size_t at)
{
    uint64_t low = bits[at / 64] >> at % 64;
    return at % 64 == 0 ? low : low | bits[at / 64 + 1] << (64 - at % 64);
}

/* Returns the change of the score over the ROW_STRIDE columns from `at` on. */
static inline uint64_t row_reader_change(const struct row_reader *r, size_t at)
{
    const struct strips_deltas *d = &r->row->deltas;
    int down = d->down != NULL ? __builtin_popcountll(row_reader_bits(d->down, at)) : 0;
    return (uint64_t)(__builtin_popcountll(row_reader_bits(d->up, at)) - down);
}

/* Move by ROW_STRIDE columns. */
static inline void row_reader_leap(struct row_reader *r)
{
    r->score += row_reader_change(r, r->column);
    r->column += ROW_STRIDE;
}

static inline void row_reader_leap_back(struct row_reader *r)
{
    r->column -= ROW_STRIDE;
    r->score -= row_reader_change(r, r->column);
}

/* Returns a reader at a column, or at the last one of the row. */
static inline struct row_reader row_reader_open(const struct strips_row *row, enum metric metric,
                                                size_t rows, size_t column)
{
    struct row_reader r = {row, metric, rows, row->first, row->score};
    size_t end = column < row->last ? column : row->last;
    while (r.column + ROW_STRIDE <= end)
        row_reader_leap(&r);
    while (r.column < end)
        row_reader_forward(&r);
    return r;
}

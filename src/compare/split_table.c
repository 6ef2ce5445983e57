#include "compare/split_table.h"

#include "compare/row_reader.h"

struct split_table split_table_of(const struct sequences *s)
{
    bool columns = s->n > s->m;
    return (struct split_table){.columns = columns, .at = (columns ? s->n : s->m) / 2};
}

struct strips_problem split_table_half(const struct split_table *middle, const struct sequences *s,
                                       enum metric metric, bool second)
{
    size_t from = second ? middle->at : 0, to = second ? sequences_longer(s) : middle->at;
    struct sequences half = middle->columns ? sequences_part(s, 0, s->m, from, to - from)
                                            : sequences_part(s, from, to - from, 0, s->n);
    struct strips_problem p = strips_problem_of(&half, metric);
    if (middle->columns)
        p = strips_turned(&p);
    p.rows.reversed = p.columns.reversed = second;
    return p;
}

/* Returns the least sum of both distances at every ROW_STRIDE-th column up to `high`: an upper
 * bound on the least sum of all. */
static uint64_t bound_of(struct row_reader a, struct row_reader b, size_t high)
{
    uint64_t least = UINT64_MAX;
    for (;;) {
        uint64_t sum = row_reader_distance(&a) + row_reader_distance(&b);
        least = sum < least ? sum : least;
        if (high - a.column < ROW_STRIDE)
            return least;
        row_reader_leap(&a);
        row_reader_leap_back(&b);
    }
}

static bool bit_at(const uint64_t *bits, size_t i)
{
    return bits[i / ROW_STRIDE] >> i % ROW_STRIDE & 1;
}

/* Returns whether the diagonal step to this cell costs 1, in case of an exchange over it: if the
 * last row matches the next column. */
static bool costs_diagonally(const struct row_reader *r)
{
    const struct strips_deltas *d = &r->row->deltas;
    if (r->column <= r->row->first || r->column >= r->row->last)
        return false;
    return d->crossed != NULL ? bit_at(d->crossed, r->column)
                              : !bit_at(d->d0, r->column - 1) && bit_at(d->q, r->column);
}

/* Returns whether an exchange over the readers' cell saves cost: each last row matches the other
 * reader's next column, so the codes on both sides of the cell are exchanged. */
static bool exchange_saves(const struct row_reader *a, const struct row_reader *b)
{
    return a->metric == METRIC_OSA && costs_diagonally(a) && costs_diagonally(b);
}

/* Makes the path through the readers' cell, or over it, the best one so far. */
static void cross_at(struct split_table *best, const struct split_table *middle,
                     const struct row_reader *a, const struct row_reader *b, bool over)
{
    *best = *middle;
    best->at += over;
    best->cross = a->column + over;
    best->before = row_reader_distance(a);
    best->after = row_reader_distance(b) - over;
}

/*
 * The lowest path crosses where the sum of the two rows' distances is least. Column j of the first
 * row is column n - j of the second. Among several such columns it is the first or, if columns are
 * halved, the last. From column to column the sum falls by at most 2, and an exchange saves 1,
 * which excludes many columns together.
 */
void split_table_cross(struct split_table *middle, const struct sequences *s, enum metric metric,
                       const struct strips_row *first, const struct strips_row *second)
{
    size_t n = middle->columns ? s->m : s->n, length = middle->columns ? s->n : s->m;
    size_t low = first->first > n - second->last ? first->first : n - second->last;
    size_t high = first->last < n - second->first ? first->last : n - second->first;
    struct row_reader a = row_reader_open(first, metric, middle->at, low);
    struct row_reader b = row_reader_open(second, metric, length - middle->at, n - low);
    uint64_t least = UINT64_MAX, bound = bound_of(a, b, high);
    struct split_table best = *middle;
    for (;;) {
        uint64_t sum = row_reader_distance(&a) + row_reader_distance(&b);
        bool over = exchange_saves(&a, &b);
        if (sum - over < least || (middle->columns && sum - over == least)) {
            least = sum - over;
            cross_at(&best, middle, &a, &b, over);
        }
        if (a.column == high)
            break;
        if (sum >= bound + 2 * ROW_STRIDE && high - a.column >= ROW_STRIDE) {
            row_reader_leap(&a);
            row_reader_leap_back(&b);
        } else {
            row_reader_forward(&a);
            row_reader_backward(&b);
        }
    }
    *middle = best;
}

void split_table_split(const struct split_table *middle, const struct sequences *s,
                       struct sequences *before, struct sequences *after)
{
    size_t row = middle->columns ? middle->cross : middle->at;
    size_t column = middle->columns ? middle->at : middle->cross;
    *before = sequences_part(s, 0, row, 0, column);
    *after = sequences_part(s, row, s->m - row, column, s->n - column);
}

#include "compare/split_table.h"

enum { STRIDE = 64 /* columns, a word of deltas */ };

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

/* Reads a last row column by column, with the distance at each. */
struct border_reader {
    const struct strips_row *row;
    enum metric metric;
    uint64_t rows; /* rows of the half */
    size_t column;
    uint64_t score;
};

static uint64_t reader_distance(const struct border_reader *r)
{
    return r->metric == METRIC_INDEL ? r->rows + r->column - 2 * r->score : r->score;
}

static void reader_forward(struct border_reader *r)
{
    r->score += (uint64_t)strips_delta(&r->row->deltas, r->column++);
}

static void reader_backward(struct border_reader *r)
{
    r->score -= (uint64_t)strips_delta(&r->row->deltas, --r->column);
}

/* Returns bits [at, at + STRIDE). */
static uint64_t bits_at(const uint64_t *bits, size_t at)
{
    uint64_t low = bits[at / STRIDE] >> at % STRIDE;
    return at % STRIDE == 0 ? low : low | bits[at / STRIDE + 1] << (STRIDE - at % STRIDE);
}

/* Returns the change of the score over the STRIDE columns from `at` on. */
static uint64_t change_at(const struct border_reader *r, size_t at)
{
    const struct strips_deltas *d = &r->row->deltas;
    int down = d->down != NULL ? __builtin_popcountll(bits_at(d->down, at)) : 0;
    return (uint64_t)(__builtin_popcountll(bits_at(d->up, at)) - down);
}

static void leap_forward(struct border_reader *r)
{
    r->score += change_at(r, r->column);
    r->column += STRIDE;
}

static void leap_backward(struct border_reader *r)
{
    r->column -= STRIDE;
    r->score -= change_at(r, r->column);
}

static struct border_reader reader_open(const struct strips_row *row, enum metric metric,
                                        size_t rows, size_t column)
{
    struct border_reader r = {row, metric, rows, row->first, row->score};
    size_t end = column < row->last ? column : row->last;
    while (r.column + STRIDE <= end)
        leap_forward(&r);
    while (r.column < end)
        reader_forward(&r);
    return r;
}

/* Returns the least sum of both distances at every STRIDE-th column up to `high`: an upper bound on
 * the least sum of all. */
static uint64_t bound_of(struct border_reader a, struct border_reader b, size_t high)
{
    uint64_t least = UINT64_MAX;
    for (;;) {
        uint64_t sum = reader_distance(&a) + reader_distance(&b);
        least = sum < least ? sum : least;
        if (high - a.column < STRIDE)
            return least;
        leap_forward(&a);
        leap_backward(&b);
    }
}

static bool bit_at(const uint64_t *bits, size_t i)
{
    return bits[i / STRIDE] >> i % STRIDE & 1;
}

/* Returns whether the diagonal step to this cell costs 1, in case of an exchange over it: if the
 * last row matches the next column. */
static bool costs_diagonally(const struct border_reader *r)
{
    const struct strips_deltas *d = &r->row->deltas;
    if (r->column <= r->row->first || r->column >= r->row->last)
        return false;
    return d->crossed != NULL ? bit_at(d->crossed, r->column)
                              : !bit_at(d->d0, r->column - 1) && bit_at(d->q, r->column);
}

/* Returns whether an exchange over the readers' cell saves cost: each last row matches the other
 * reader's next column, so the codes on both sides of the cell are exchanged. */
static bool exchange_saves(const struct border_reader *a, const struct border_reader *b)
{
    return a->metric == METRIC_OSA && costs_diagonally(a) && costs_diagonally(b);
}

/* Makes the path through the readers' cell, or over it, the best one so far. */
static void cross_at(struct split_table *best, const struct split_table *middle,
                     const struct border_reader *a, const struct border_reader *b, bool over)
{
    *best = *middle;
    best->at += over;
    best->cross = a->column + over;
    best->before = reader_distance(a);
    best->after = reader_distance(b) - over;
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
    struct border_reader a = reader_open(first, metric, middle->at, low);
    struct border_reader b = reader_open(second, metric, length - middle->at, n - low);
    uint64_t least = UINT64_MAX, bound = bound_of(a, b, high);
    struct split_table best = *middle;
    for (;;) {
        uint64_t sum = reader_distance(&a) + reader_distance(&b);
        bool over = exchange_saves(&a, &b);
        if (sum - over < least || (middle->columns && sum - over == least)) {
            least = sum - over;
            cross_at(&best, middle, &a, &b, over);
        }
        if (a.column == high)
            break;
        if (sum >= bound + 2 * STRIDE && high - a.column >= STRIDE) {
            leap_forward(&a);
            leap_backward(&b);
        } else {
            reader_forward(&a);
            reader_backward(&b);
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

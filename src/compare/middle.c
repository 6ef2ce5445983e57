/* middle.c - see middle.h. */
#include "compare/middle.h"

struct middle middle_of(const struct sequences *s)
{
    bool columns = s->n > s->m;
    return (struct middle){.columns = columns, .at = (columns ? s->n : s->m) / 2};
}

struct strips_problem middle_half(const struct middle *middle, const struct sequences *s,
                                  enum metric metric, bool second)
{
    struct strips_problem p = strips_problem_of(s, metric);
    if (middle->columns)
        p = strips_turned(&p);
    struct strips_sequence whole = p.rows;
    p.columns.reversed = second;
    p.rows = (struct strips_sequence){whole.codes, middle->at, false};
    if (second)
        p.rows = (struct strips_sequence){
            (const unsigned char *)whole.codes + middle->at * s->width, whole.n - middle->at, true};
    return p;
}

/* A last row, read column by column: it tells the distance at each. */
struct reader {
    const struct strips_row *row;
    enum metric metric;
    uint64_t rows; /* of the half */
    size_t column;
    uint64_t score;
};

static uint64_t reader_distance(const struct reader *r)
{
    return r->metric == METRIC_LEVENSHTEIN ? r->score : r->rows + r->column - 2 * r->score;
}

static void reader_forward(struct reader *r)
{
    r->score += (uint64_t)strips_delta(&r->row->deltas, r->column++);
}

static void reader_backward(struct reader *r)
{
    r->score -= (uint64_t)strips_delta(&r->row->deltas, --r->column);
}

static struct reader reader_open(const struct strips_row *row, enum metric metric, size_t rows,
                                 size_t column)
{
    struct reader r = {row, metric, rows, row->first, row->score};
    while (r.column < column && r.column < row->last)
        reader_forward(&r);
    return r;
}

/*
 * The lowest path crosses where the distances of the two rows have the least sum. Column j of the
 * first row is column n - j of the second. Of several such columns it is the first; where columns
 * are halved, the last.
 */
bool middle_cross(struct middle *middle, const struct sequences *s, enum metric metric,
                  const struct strips_row *first, const struct strips_row *second, uint64_t limit)
{
    size_t n = middle->columns ? s->m : s->n, length = middle->columns ? s->n : s->m;
    size_t low = first->first > n - second->last ? first->first : n - second->last;
    size_t high = first->last < n - second->first ? first->last : n - second->first;
    if (low > high)
        return false;
    struct reader a = reader_open(first, metric, middle->at, low);
    struct reader b = reader_open(second, metric, length - middle->at, n - low);
    uint64_t least = UINT64_MAX;
    for (size_t j = low;; j++) {
        uint64_t before = reader_distance(&a), after = reader_distance(&b);
        if (before + after < least || (middle->columns && before + after == least)) {
            least = before + after;
            middle->cross = j;
            middle->before = before;
            middle->after = after;
        }
        if (j == high)
            return least <= limit;
        reader_forward(&a);
        reader_backward(&b);
    }
}

void middle_split(const struct middle *middle, const struct sequences *s, struct sequences *before,
                  struct sequences *after)
{
    size_t row = middle->columns ? middle->cross : middle->at;
    size_t column = middle->columns ? middle->at : middle->cross;
    *before = sequences_part(s, 0, row, 0, column);
    *after = sequences_part(s, row, s->m - row, column, s->n - column);
}

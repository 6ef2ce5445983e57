/*
 * hirschberg.c - a table is halved, and the path goes from one half to the other.
 *
 * The longer sequence is halved in the middle. The scores of the last row of the upper half, and
 * those of the lower half read backwards, tell at which cells of the middle an optimal path can
 * cross. The lowest path crosses at the leftmost of these; where columns are halved, at the lowest.
 */
#include "compare/hirschberg.h"

#include <errno.h>
#include <string.h>

#include "base/diag.h"
#include "compare/diagonals.h"
#include "compare/leaf.h"

struct recursion {
    const struct hirschberg *h;
    struct leaf *leaf;
    struct script *script;
};

/* Where a table is halved: between two rows, or between two columns, and where the path goes
 * through there. */
struct middle {
    bool columns;           /* columns are halved: the second sequence is the longer one */
    size_t at;              /* codes of the longer sequence before the middle */
    size_t cross;           /* codes of the other sequence before the path */
    uint64_t before, after; /* distances of the two parts */
};

/* The last row of one half: the middle. The second half is read backwards. Where columns are
 * halved, they are the rows here. */
static enum strips_status last_row(const struct recursion *r, const struct sequences *s,
                                   const struct middle *middle, bool second, uint64_t limit,
                                   struct strips_row *row)
{
    struct strips_problem p = strips_problem_of(s, r->h->metric);
    if (middle->columns)
        p = strips_turned(&p);
    struct strips_sequence whole = p.rows;
    p.columns.reversed = second;
    p.rows = (struct strips_sequence){whole.codes, middle->at, false};
    if (second)
        p.rows = (struct strips_sequence){
            (const unsigned char *)whole.codes + middle->at * s->width, whole.n - middle->at, true};
    struct strips_run run = r->h->run;
    run.limited = limit < s->m + s->n;
    run.limit = limit;
    run.rows_below = whole.n - p.rows.n;
    return strips_last_row(&p, &run, row);
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
 * Finds where the lowest path crosses: where the distances of the two rows have the least sum.
 * Column j of the first row is column n - j of the second. Of several such columns it is the first;
 * where columns are halved, the last. False when no sum is within the limit.
 */
static bool find_cross(const struct recursion *r, const struct sequences *s, struct middle *middle,
                       const struct strips_row *first, const struct strips_row *second,
                       uint64_t limit)
{
    size_t n = middle->columns ? s->m : s->n, length = middle->columns ? s->n : s->m;
    size_t low = first->first > n - second->last ? first->first : n - second->last;
    size_t high = first->last < n - second->first ? first->last : n - second->first;
    if (low > high)
        return false;
    struct reader a = reader_open(first, r->h->metric, middle->at, low);
    struct reader b = reader_open(second, r->h->metric, length - middle->at, n - low);
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

/* Finds where the lowest path crosses the middle of the longer sequence; false: beyond the limit.
 */
static bool find_middle(const struct recursion *r, const struct sequences *s, uint64_t limit,
                        struct middle *middle)
{
    struct strips_row first, second;
    *middle = (struct middle){.columns = s->n > s->m, .at = (s->n > s->m ? s->n : s->m) / 2};
    enum strips_status status = last_row(r, s, middle, false, limit, &first);
    if (status == STRIPS_OK) {
        status = last_row(r, s, middle, true, limit, &second);
        if (status != STRIPS_OK)
            strips_row_free(&first);
    }
    if (status == STRIPS_MEMORY)
        die("%s", strerror(ENOMEM));
    if (status != STRIPS_OK)
        return false;
    bool found = find_cross(r, s, middle, &first, &second, limit);
    strips_row_free(&first);
    strips_row_free(&second);
    return found;
}

/* Aligns a part; false when its distance is more than `limit`. `known`: the distance is `limit`. */
static bool align(const struct recursion *r, const struct sequences *s, uint64_t limit, bool known)
{
    const struct hirschberg *h = r->h;
    struct middle middle;
    if (s->m == 0 || s->n == 0) {
        script_add(r->script, 'D', s->m);
        script_add(r->script, 'I', s->n);
    } else if (leaf_fits(s->m, s->n, h->leaf) || (s->m == 1 && s->n == 1)) {
        leaf_align(r->leaf, s, h->metric, r->script);
    } else if (known && h->by_diagonals != NULL && h->by_diagonals(s, limit)) {
        diagonals_align(s, h->metric, limit, h->kept, r->script);
    } else if (!find_middle(r, s, limit, &middle)) {
        return false;
    } else {
        size_t row = middle.columns ? middle.cross : middle.at,
               column = middle.columns ? middle.at : middle.cross;
        struct sequences before = sequences_part(s, 0, row, 0, column);
        struct sequences after = sequences_part(s, row, s->m - row, column, s->n - column);
        return align(r, &before, middle.before, true) && align(r, &after, middle.after, true);
    }
    return true;
}

uint64_t hirschberg_align(const struct hirschberg *h, const struct sequences *s, uint64_t limit,
                          struct script *script)
{
    struct recursion r = {h, leaf_open(), script};
    struct script_mark mark = script_mark(script);
    uint64_t others = script_edits(script);
    bool aligned = align(&r, s, limit, false);
    leaf_close(r.leaf);
    uint64_t distance = script_edits(script) - others;
    if (aligned && distance <= limit)
        return distance;
    script_return(script, mark);
    return UINT64_MAX;
}

/*
 * hirschberg.c - halves, and where the path goes from one to the other.
 *
 * The longer sequence is cut in the middle. Scores of the last row of the upper half, and of the
 * lower half read backwards, tell which cells of the cut an optimal path can cross; the lowest path
 * crosses in the leftmost of these (in the lowest, where columns are cut).
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

/* A cut across the whole table: row `row`, or column `row` of a table whose axes are exchanged. */
struct cut {
    bool columns;           /* the second sequence is cut */
    size_t at;              /* codes before it of the sequence that is cut */
    size_t cross;           /* codes of the other before the path */
    uint64_t before, after; /* distances of the two parts */
};

/* One half of the table at a cut, with the cut as its last row. */
static enum strips_status last_row(const struct recursion *r, const struct sequences *s,
                                   const struct cut *cut, bool second, uint64_t limit,
                                   struct strips_row *row)
{
    struct strips_problem p = strips_problem_of(s, r->h->metric);
    struct strips_sequence whole = cut->columns ? p.columns : p.rows;
    p.columns = cut->columns ? p.rows : p.columns;
    p.columns.reversed = second;
    p.rows = (struct strips_sequence){whole.codes, cut->at, false};
    if (second)
        p.rows = (struct strips_sequence){(const unsigned char *)whole.codes + cut->at * s->width,
                                          whole.n - cut->at, true};
    struct strips_run run = r->h->run;
    run.limited = limit < s->m + s->n;
    run.limit = limit;
    run.rows_below = whole.n - p.rows.n;
    return strips_last_row(&p, &run, row);
}

/* A last row read from one end to the other: at each column the distance. */
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
 * Where the lowest path crosses: the least sum of the two rows' scores, in the first such column of
 * the first row (the last one where the axes are exchanged). Column j of the first row is column
 * n - j of the second. False when no sum is within the limit.
 */
static bool find_cross(const struct recursion *r, const struct sequences *s, struct cut *cut,
                       const struct strips_row *first, const struct strips_row *second,
                       uint64_t limit)
{
    size_t n = cut->columns ? s->m : s->n, length = cut->columns ? s->n : s->m;
    size_t low = first->first > n - second->last ? first->first : n - second->last;
    size_t high = first->last < n - second->first ? first->last : n - second->first;
    if (low > high)
        return false;
    struct reader a = reader_open(first, r->h->metric, cut->at, low);
    struct reader b = reader_open(second, r->h->metric, length - cut->at, n - low);
    uint64_t least = UINT64_MAX;
    for (size_t j = low;; j++) {
        uint64_t before = reader_distance(&a), after = reader_distance(&b);
        if (before + after < least || (cut->columns && before + after == least)) {
            least = before + after;
            cut->cross = j;
            cut->before = before;
            cut->after = after;
        }
        if (j == high)
            return least <= limit;
        reader_forward(&a);
        reader_backward(&b);
    }
}

/* Finds where the lowest path crosses the middle of the longer sequence; false: beyond the limit.
 */
static bool find_cut(const struct recursion *r, const struct sequences *s, uint64_t limit,
                     struct cut *cut)
{
    struct strips_row first, second;
    *cut = (struct cut){.columns = s->n > s->m, .at = (s->n > s->m ? s->n : s->m) / 2};
    enum strips_status status = last_row(r, s, cut, false, limit, &first);
    if (status == STRIPS_OK) {
        status = last_row(r, s, cut, true, limit, &second);
        if (status != STRIPS_OK)
            strips_row_free(&first);
    }
    if (status == STRIPS_MEMORY)
        die("%s", strerror(ENOMEM));
    if (status != STRIPS_OK)
        return false;
    bool found = find_cross(r, s, cut, &first, &second, limit);
    strips_row_free(&first);
    strips_row_free(&second);
    return found;
}

/* Aligns a part; its distance is at most `limit` (and is the limit, when it is known). */
static bool align(const struct recursion *r, const struct sequences *s, uint64_t limit, bool known)
{
    const struct hirschberg *h = r->h;
    struct cut cut;
    if (s->m == 0 || s->n == 0) {
        script_add(r->script, 'D', s->m);
        script_add(r->script, 'I', s->n);
    } else if (leaf_fits(s->m, s->n, h->leaf) || (s->m == 1 && s->n == 1)) {
        leaf_align(r->leaf, s, h->metric, r->script);
    } else if (known && h->by_diagonals != NULL && h->by_diagonals(s, limit)) {
        diagonals_align(s, h->metric, limit, h->kept, r->script);
    } else if (!find_cut(r, s, limit, &cut)) {
        return false;
    } else {
        size_t row = cut.columns ? cut.cross : cut.at, column = cut.columns ? cut.at : cut.cross;
        struct sequences before = sequences_part(s, 0, row, 0, column);
        struct sequences after = sequences_part(s, row, s->m - row, column, s->n - column);
        return align(r, &before, cut.before, true) && align(r, &after, cut.after, true);
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

#include "compare/align_from_rows.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/least.h"
#include "base/xalloc.h"
#include "compare/leaf.h"
#include "compare/row_reader.h"
#include "compare/split_table.h"

/* The position of the path. Its part after this position is in scripts, the last part first. */
struct path {
    const struct hirschberg *h;
    const struct sequences *s;
    struct leaf_room room;
    size_t leaf_most;
    size_t row, column;
    uint64_t distance; /* from the first cell to this one */
    struct script *scripts;
    size_t first; /* of the scripts in use */
};

/* --- where the path can come from ------------------------------------------------------------ */

/* Returns the kept row as the row of a table that begins at its first column and ends at the
 * position of the path. For scores of common codes, subtracts half the number of omitted columns,
 * which is even, so that the score stands for the same distance. */
static struct strips_row scores_from_beginning(const struct path *p,
                                               const struct strips_kept_row *row)
{
    size_t last = row->last < p->column ? row->last : p->column;
    uint64_t score = row->score - (p->h->metric == METRIC_INDEL ? row->first / 2 : 0);
    return (struct strips_row){.last = last - row->first, .score = score, .deltas = row->deltas};
}

/* The first column of a kept row that the path may come from, and the diagonals (column minus rows
 * below the kept row) that it may use from there. */
struct row_window {
    bool found;
    size_t low;
    int64_t lowest, highest;
    uint64_t edits; /* most edits from column `low` to the position of the path */
};

/* Extends the window for a path from this column with `edits` edits left to reach its diagonal
 * `end`. Edits beyond the needed ones may lead away from the diagonals between, and back. */
static void window_add(struct row_window *w, size_t column, int64_t end, int64_t edits)
{
    int64_t from = (int64_t)column, needed = from < end ? end - from : from - end;
    if (needed > edits)
        return;
    if (!w->found)
        *w = (struct row_window){true, column, from, from, 0};
    int64_t astray = (edits - needed) / 2, whole = edits + (int64_t)(column - w->low);
    w->lowest = least(w->lowest, least(from, end) - astray);
    w->highest = most(w->highest, most(from, end) + astray);
    w->edits = (uint64_t)most((int64_t)w->edits, whole);
}

/* Returns the window of a kept row. A path that passes over a cell of the row by an exchange is
 * treated as a path through this cell, which costs 1 more, and needs both neighbours of the
 * cell. */
static struct row_window find_window(const struct path *p, const struct strips_kept_row *row)
{
    struct row_window w = {0};
    struct strips_row scores = scores_from_beginning(p, row);
    struct row_reader r = row_reader_open(&scores, p->h->metric, row->row, 0);
    int64_t end = (int64_t)p->column - (int64_t)(p->row - row->row);
    int64_t distance = (int64_t)p->distance + (p->h->metric == METRIC_OSA ? 2 : 0);
    for (;;) {
        int64_t edits = distance - (int64_t)row_reader_distance(&r);
        int64_t away = (int64_t)(row->first + r.column) - end;
        bool word = r.column % ROW_STRIDE == 0 && scores.last - r.column > ROW_STRIDE;
        if (word && (away < 0 ? -away : away) > edits + 2 * ROW_STRIDE) {
            row_reader_leap(&r);
            continue;
        }
        window_add(&w, row->first + r.column, end, edits);
        if (r.column == scores.last)
            break;
        row_reader_forward(&r);
    }
    return w;
}

/* --- from row to row ------------------------------------------------------------------------- */

static struct script *next_script(struct path *p)
{
    return &p->scripts[--p->first];
}

/* Aligns the rest of the path, up to the first cell. */
static void align_rest(struct path *p)
{
    struct sequences rest = sequences_part(p->s, 0, p->row, 0, p->column);
    hirschberg_align(p->h, &rest, p->distance, next_script(p));
}

/* Returns the band between a kept row and the position of the path. */
static struct leaf_table band_of(const struct path *p, const struct strips_kept_row *row,
                                 const struct row_window *w)
{
    int64_t low = (int64_t)w->low;
    return (struct leaf_table){
        .s = sequences_part(p->s, row->row, p->row - row->row, w->low, p->column - w->low),
        .span = {w->lowest - low, w->highest - low},
        .above = &row->deltas,
        .first = w->low - row->first,
        .count = row->last - row->first};
}

/* Traces the path back to a kept row through the moves of the band. */
static void walk_band(struct path *p, const struct strips_kept_row *row,
                      const struct leaf_table *band, size_t low)
{
    size_t column = low + leaf_align(band, p->h->metric, &p->room, next_script(p));
    struct strips_row scores = scores_from_beginning(p, row);
    struct row_reader r = row_reader_open(&scores, p->h->metric, row->row, column - row->first);
    p->row = row->row;
    p->column = column;
    p->distance = row_reader_distance(&r);
}

/* Computes the scores from the position of the path up to the kept row, in the columns from w->low
 * on. */
static struct strips_row scores_from_end(const struct path *p, const struct strips_kept_row *row,
                                         const struct row_window *w)
{
    struct sequences s =
        sequences_part(p->s, row->row, p->row - row->row, w->low, p->column - w->low);
    struct strips_problem problem = strips_problem_of(&s, p->h->metric);
    struct strips_run run = p->h->run;
    struct strips_row scores;
    problem.rows.reversed = problem.columns.reversed = true;
    run.limited = w->edits < s.m + s.n;
    run.limit = w->edits;
    if (strips_last_row(&problem, &run, &scores) != STRIPS_OK)
        die_out_of_memory();
    return scores;
}

/* Moves the path back to where the lowest path crosses a kept row. */
static void cross_row(struct path *p, const struct strips_kept_row *row, const struct row_window *w)
{
    struct split_table middle = {.at = row->row};
    struct sequences s = sequences_part(p->s, 0, p->row, row->first, p->column - row->first);
    struct strips_row above = scores_from_beginning(p, row), below = scores_from_end(p, row, w);
    split_table_cross(&middle, &s, p->h->metric, &above, &below);
    strips_row_free(&below);
    size_t column = row->first + middle.cross;
    struct sequences part =
        sequences_part(p->s, middle.at, p->row - middle.at, column, p->column - column);
    hirschberg_align(p->h, &part, middle.after, next_script(p));
    p->row = middle.at;
    p->column = column;
    p->distance = middle.before;
}

static void go_back_to(struct path *p, const struct strips_kept_row *row)
{
    struct row_window w = find_window(p, row);
    struct leaf_table band = band_of(p, row, &w);
    if (p->h->metric != METRIC_OSA && band.s.n > 0 && leaf_fits(&band, p->leaf_most))
        walk_band(p, row, &band, w.low);
    else
        cross_row(p, row, &w);
}

void align_from_rows(const struct hirschberg *h, const struct sequences *s,
                     const struct strips_kept *kept, uint64_t distance, size_t leaf,
                     struct script *script)
{
    struct path p = {.h = h,
                     .s = s,
                     .leaf_most = leaf,
                     .row = s->m,
                     .column = s->n,
                     .distance = distance,
                     .scripts = xcalloc(kept->count + 1, sizeof *p.scripts),
                     .first = kept->count + 1};
    for (size_t i = kept->count; i > 0; i--)
        go_back_to(&p, &kept->rows[i - 1]);
    align_rest(&p);
    script_append_all(script, p.scripts + p.first, kept->count + 1 - p.first, 1);
    free(p.scripts);
    free(p.room.moves);
}

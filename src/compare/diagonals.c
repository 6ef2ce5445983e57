/*
 * diagonals.c - levels of furthest rows (diagonal_front.h), and the way back through them.
 *
 * A distance is found from both ends: one front goes from the first cell on, another from the last
 * cell back, until on some diagonal they meet. Both have half the levels then, and a level as many
 * diagonals as its number. (S. Marco-Sola et al., "Optimal gap-affine alignment in O(s) space",
 * Bioinformatics 39(2), 2023.)
 *
 * The way back asks at a cell of level d what level d - 1 reaches. At regular intervals a level is
 * kept as a checkpoint. From the last checkpoint below a cell, only the levels that lead to this
 * cell are made again: a cone of diagonals, as narrow as the checkpoints are apart.
 */
#include "compare/diagonals.h"

#include <stdlib.h>

#include "base/least.h"
#include "base/xalloc.h"
#include "compare/diagonal_front.h"
#include "plan/costs.h"

enum { WATCH_EVERY = 64 /* levels */ };

/* Returns whether a path of both fronts' edits is found: on some diagonal they have met. There, the
 * cells before a furthest row take no more edits. */
static bool fronts_meet(const struct front *a, const struct front *b)
{
    if (a->reached + b->reached < (int64_t)(a->s->m + a->s->n))
        return false;
    struct diagonal_span of_a = a->range, of_b = b->range;
    int64_t low = most(of_a.lowest, a->corner - of_b.highest);
    int64_t high = least(of_a.highest, a->corner - of_b.lowest);
    for (int64_t k = low; k <= high; k++)
        if (a->rows[a->origin + k] + b->rows[b->origin + a->corner - k] >= (int64_t)a->s->m)
            return true;
    return false;
}

static bool watch_goes_on(const struct front *a, const struct front *b,
                          const struct diagonals_watch *watch)
{
    int64_t reached = a->reached + b->reached;
    double part = (double)(reached + 1) / (double)(a->s->m + a->s->n + 1);
    struct diagonals_progress progress = {.level = (uint64_t)(a->level + b->level),
                                          .reached = (uint64_t)reached,
                                          .steps = a->steps + b->steps};
    progress.steps_likely = progress.steps / (part * part);
    return watch->go_on(watch->context, &progress);
}

uint64_t diagonals_edits_in(double nanoseconds, uint64_t limit)
{
    uint64_t edits = 0;
    while (edits < limit && COST_STEP * (double)(edits * edits) < nanoseconds)
        edits++;
    return edits;
}

uint64_t diagonals_distance(const struct sequences *s, enum metric metric, uint64_t limit,
                            const struct diagonals_watch *watch)
{
    uint64_t result = 0;
    if (sequences_excess(s) > limit)
        return DIAGONALS_MORE;
    struct front fronts[2];
    front_open(&fronts[0], s, metric, limit, false);
    front_open(&fronts[1], s, metric, limit, true);
    while (result < DIAGONALS_GIVEN_UP && !fronts_meet(&fronts[0], &fronts[1])) {
        if (result == (uint64_t)fronts[0].limit) {
            result = DIAGONALS_MORE;
        } else if (watch != NULL && (result + 1) % WATCH_EVERY == 0 &&
                   !watch_goes_on(&fronts[0], &fronts[1], watch)) {
            result = DIAGONALS_GIVEN_UP;
        } else {
            front_advance(&fronts[result % 2]);
            result++;
        }
    }
    front_close(&fronts[0]);
    front_close(&fronts[1]);
    return result;
}

uint64_t diagonals_distance_within(const struct sequences *s, enum metric metric, uint64_t limit,
                                   const struct corridor *corridor)
{
    struct front f;
    front_open(&f, s, metric, limit, false);
    f.corridor = corridor;
    while (f.level < f.limit && (f.corner < f.range.lowest || f.corner > f.range.highest ||
                                 f.rows[f.origin + f.corner] < (int64_t)s->m))
        front_advance(&f);
    front_close(&f);
    return (uint64_t)f.level;
}

/* --- the way back -------------------------------------------------------------------------- */

struct level { /* that is kept */
    struct diagonal_span range;
    int64_t *rows; /* rows[k - range.lowest] */
};

struct diagonal_walk {
    struct front *front;
    int64_t row, column, level; /* where it is */
    struct script script;       /* from the end */
    struct level *checkpoints;
    int64_t stride; /* level i * stride is checkpoints[i] */
};

static struct level level_keep(const struct front *f)
{
    struct level level = {.range = f->range};
    int64_t low = level.range.lowest, n = most(level.range.highest - low + 1, 0);
    level.rows = xmemdup(f->rows + f->origin + low, (size_t)n * sizeof *level.rows);
    return level;
}

/* Returns the furthest row on diagonal k. */
static int64_t level_row(const struct level *level, int64_t k)
{
    if (k < level->range.lowest || k > level->range.highest)
        return UNREACHED;
    return level->rows[k - level->range.lowest];
}

/* Brings the front back to a level that was kept, for those diagonals that can be on a path to the
 * cell where the walk is. */
static void level_restore(const struct diagonal_walk *w, int64_t number, const struct level *level)
{
    struct front *f = w->front;
    f->level = number;
    f->limit = w->level;
    f->corner = w->column - w->row;
    f->range = front_range(f, number);
    f->range.lowest = most(f->range.lowest, level->range.lowest);
    f->range.highest = least(f->range.highest, level->range.highest);
    int64_t around = w->level - number + 1;
    for (int64_t k = most(f->corner - around, -f->origin);
         k <= least(f->corner + around, f->origin); k++)
        f->rows[f->origin + k] = level_row(level, k);
}

/* Returns the equal codes just before the cell, at most `limit`. */
static int64_t equal_before(const struct diagonal_walk *w, int64_t limit)
{
    int64_t longest = least(limit, least(w->row, w->column));
    if (longest <= 0)
        return 0;
    struct sequences before =
        sequences_part(w->front->s, (size_t)(w->row - longest), (size_t)longest,
                       (size_t)(w->column - longest), (size_t)longest);
    return (int64_t)sequences_suffix(&before);
}

/* Takes an edit back. */
static void walk_edit(struct diagonal_walk *w, char edit, int64_t rows, int64_t columns)
{
    script_add(&w->script, edit, edit == 'T' ? 2 : 1);
    w->row -= rows;
    w->column -= columns;
}

/* Returns whether the level below reaches the place `steps` steps before the cell on its diagonal.
 */
static bool reaches_before(const struct diagonal_walk *w, const struct level *below, int64_t steps)
{
    return w->row >= steps && w->column >= steps &&
           level_row(below, w->column - w->row) >= w->row - steps;
}

/* The two codes before the cell are exchanged, at the cost of one edit. */
static bool ends_exchange(const struct diagonal_walk *w, const struct level *below)
{
    return w->front->metric == METRIC_OSA && reaches_before(w, below, 2) &&
           front_is_exchange(w->front, w->column - w->row, w->row - 2);
}

/*
 * Goes back from a cell of level d to one of level d - 1, which is `below`. Prefers an insertion,
 * then the diagonal, then a deletion.
 */
static void walk_level(struct diagonal_walk *w, const struct level *below)
{
    int64_t k = w->column - w->row, reach = level_row(below, k - 1);
    int64_t equal = w->column > 0 && reach >= w->row ? 0 : equal_before(w, w->row - reach);
    script_add(&w->script, '=', (uint64_t)equal);
    w->row -= equal;
    w->column -= equal;
    if (w->column > 0 && reach >= w->row)
        walk_edit(w, 'I', 0, 1);
    else if (ends_exchange(w, below))
        walk_edit(w, 'T', 2, 2);
    else if (w->front->metric != METRIC_INDEL && reaches_before(w, below, 1))
        walk_edit(w, 'X', 1, 1);
    else
        walk_edit(w, 'D', 1, 0);
    w->level--;
}

/* Makes the levels from the last checkpoint to the one before the walk's, and walks back over them.
 */
static void walk_to_checkpoint(struct diagonal_walk *w)
{
    int64_t first = (w->level - 1) / w->stride * w->stride, count = w->level - first;
    struct level *levels = xreallocarray(NULL, (size_t)count, sizeof *levels);
    level_restore(w, first, &w->checkpoints[first / w->stride]);
    for (int64_t i = 0; i < count; i++) {
        levels[i] = level_keep(w->front);
        if (i + 1 < count)
            front_advance(w->front);
    }
    while (w->level > first)
        walk_level(w, &levels[w->level - first - 1]);
    for (int64_t i = 0; i < count; i++)
        free(levels[i].rows);
    free(levels);
}

/* Makes all levels, and keeps the checkpoints. */
static void make_checkpoints(struct diagonal_walk *w)
{
    size_t count = (size_t)((w->level - 1) / w->stride) + 1;
    w->checkpoints = xreallocarray(NULL, count, sizeof *w->checkpoints);
    for (size_t i = 0; i < count; i++) {
        while (w->front->level < (int64_t)i * w->stride)
            front_advance(w->front);
        w->checkpoints[i] = level_keep(w->front);
    }
}

/* About distance^2 / 2 / stride rows are in checkpoints, and 2 * stride^2 in a cone; in a corridor,
 * distance / stride times its width, and stride times its width. The stride is half of what makes
 * the sum least, since cones are computed besides. */
static int64_t choose_stride(uint64_t distance, const struct corridor *corridor)
{
    double stride = 1, d = (double)distance;
    while (corridor != NULL ? 4 * stride * stride < d : 64 * stride * stride * stride < d * d)
        stride++;
    return (int64_t)stride;
}

void diagonals_align(const struct sequences *s, enum metric metric, uint64_t distance,
                     const struct corridor *corridor, struct script *script)
{
    struct front f;
    const int64_t levels = (int64_t)distance;
    front_open(&f, s, metric, distance, false);
    f.corridor = corridor;
    front_reserve(&f, levels + 1);
    struct diagonal_walk w = {.front = &f,
                              .row = (int64_t)s->m,
                              .column = (int64_t)s->n,
                              .level = levels,
                              .stride = choose_stride(distance, corridor)};
    if (levels > 0) {
        make_checkpoints(&w);
        while (w.level > 0)
            walk_to_checkpoint(&w);
        for (int64_t i = 0; i * w.stride < levels; i++)
            free(w.checkpoints[i].rows);
    }
    free(w.checkpoints);
    script_add(&w.script, '=', (uint64_t)w.row);
    script_add_reversed(script, &w.script);
    script_free(&w.script);
    front_close(&f);
}

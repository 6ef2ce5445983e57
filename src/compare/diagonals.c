/*
 * diagonals.c - levels of furthest rows, and the way back through them.
 *
 * Level d has the furthest row that d edits reach on each diagonal. Only diagonals that can be on a
 * path of at most `limit` edits are kept: k with |k| <= d, or the first cell is too far, and
 * |k - corner| <= limit - d, or the last cell is. Each level is made in the place of the one
 * before.
 *
 * The way back asks at a cell of level d what level d - 1 reaches. At regular intervals a level is
 * kept as a checkpoint. From the last checkpoint below a cell, only the levels that lead to this
 * cell are made again: a cone of diagonals, as narrow as the checkpoints are apart.
 */
#include "compare/diagonals.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { WATCH_EVERY = 64, DIAGONALS_FIRST = 1024 };

#define UNREACHED (INT64_MIN / 2)

struct range {
    int64_t low, high; /* diagonals, both included */
};

/* A level in the making, and the problem it belongs to. */
struct front {
    const struct sequences *s;
    enum metric metric;
    int64_t corner; /* the diagonal of the last cell */
    int64_t limit;
    int64_t level;
    int64_t *rows;  /* rows[k + origin]; at least one unreached beyond either end */
    int64_t origin; /* room for -origin .. origin */
    double steps;
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The diagonals of a level that can be on a path of at most `limit` edits. */
static struct range range_of(const struct front *f, int64_t level)
{
    int64_t m = (int64_t)f->s->m, n = (int64_t)f->s->n, left = f->limit - level;
    return (struct range){most(-least(level, m), f->corner - left),
                          least(least(level, n), f->corner + left)};
}

/* Makes room for the diagonals -reach .. reach, and one beyond either end. */
static void front_reserve(struct front *f, int64_t reach)
{
    if (reach < f->origin)
        return;
    int64_t old = f->origin, grown = most(DIAGONALS_FIRST, least(2 * reach, f->limit) + 2);
    int64_t *rows = xreallocarray(NULL, 2 * (size_t)grown + 1, sizeof *rows);
    for (int64_t i = 0; i <= 2 * grown; i++)
        rows[i] = UNREACHED;
    if (f->rows != NULL)
        memcpy(rows + (grown - old), f->rows, (2 * (size_t)old + 1) * sizeof *rows);
    free(f->rows);
    f->rows = rows;
    f->origin = grown;
}

/* Follows the equal codes on diagonal k from `row` on. */
static int64_t slide(const struct sequences *s, int64_t k, int64_t row)
{
    return row + (int64_t)sequences_run(s, (size_t)row, (size_t)(row + k));
}

static int64_t furthest_row(const struct sequences *s, int64_t k)
{
    return least((int64_t)s->m, (int64_t)s->n - k);
}

/* Level 0: the diagonal of the first cell alone. `limit` is at least |n - m|; where the distance is
 * known, it is at least that. */
static void front_open(struct front *f, const struct sequences *s, enum metric metric,
                       uint64_t limit)
{
    uint64_t enough = s->m + s->n;
    *f = (struct front){.s = s,
                        .metric = metric,
                        .corner = (int64_t)s->n - (int64_t)s->m,
                        .limit = (int64_t)(limit < enough ? limit : enough)};
    front_reserve(f, 1);
    f->rows[f->origin] = slide(s, 0, 0);
}

static void front_close(struct front *f)
{
    free(f->rows);
}

/* Whether two codes from row `row` of diagonal k on are exchanged. */
static bool is_exchange(const struct sequences *s, int64_t k, int64_t row)
{
    if (row < 0 || row + 2 > furthest_row(s, k))
        return false;
    const unsigned char *x = s->x + (size_t)row * s->width;
    const unsigned char *y = s->y + (size_t)(row + k) * s->width;
    return memcmp(x, y + s->width, s->width) == 0 && memcmp(x + s->width, y, s->width) == 0;
}

/* With exchanges, where `exchanges` (a constant). One that begins before the furthest row reaches
 * no further than the substitution of that row's code. */
static inline void advance_diagonally(struct front *f, struct range range, bool exchanges)
{
    const struct sequences *s = f->s;
    int64_t *rows = f->rows + f->origin;
    int64_t inserted = rows[range.low - 1];
    for (int64_t k = range.low; k <= range.high; k++) {
        int64_t before = rows[k], edited = 1;
        if (exchanges && is_exchange(s, k, before))
            edited = 2;
        int64_t row = most(most(inserted, before + edited), rows[k + 1] + 1);
        row = least(row, furthest_row(s, k));
        rows[k] = slide(s, k, row);
        inserted = before;
    }
    f->steps += (double)(range.high - range.low + 1);
}

static void advance_levenshtein(struct front *f, struct range range)
{
    advance_diagonally(f, range, false);
}

static void advance_osa(struct front *f, struct range range)
{
    advance_diagonally(f, range, true);
}

/* Each edit changes the diagonal by one, so d edits reach only every second diagonal. */
static void advance_indel(struct front *f, struct range range)
{
    const struct sequences *s = f->s;
    int64_t *rows = f->rows + f->origin;
    for (int64_t k = range.low + ((range.low + f->level) & 1); k <= range.high; k += 2) {
        int64_t row = most(rows[k - 1], rows[k + 1] + 1);
        row = least(row, furthest_row(s, k));
        rows[k] = slide(s, k, row);
    }
    f->steps += (double)(range.high - range.low + 1) / 2;
}

static void front_advance(struct front *f)
{
    f->level++;
    struct range range = range_of(f, f->level);
    front_reserve(f, most(-range.low, range.high) + 1);
    if (f->metric == METRIC_INDEL)
        advance_indel(f, range);
    else if (f->metric == METRIC_OSA)
        advance_osa(f, range);
    else
        advance_levenshtein(f, range);
}

static bool front_arrived(const struct front *f)
{
    bool there = f->corner <= f->origin && -f->corner <= f->origin;
    return there && f->rows[f->origin + f->corner] == (int64_t)f->s->m;
}

static bool told_to_go_on(const struct front *f, const struct diagonals_watch *watch)
{
    int64_t reached = 0;
    struct range range = range_of(f, f->level);
    for (int64_t k = range.low; k <= range.high; k++)
        reached = most(reached, 2 * f->rows[f->origin + k] + k);
    double part = (double)(reached + 1) / (double)(f->s->m + f->s->n + 1);
    struct diagonals_progress progress = {.level = (uint64_t)f->level,
                                          .reached = (uint64_t)reached,
                                          .steps = f->steps,
                                          .steps_likely = f->steps / (part * part)};
    return watch->go_on(watch->context, &progress);
}

uint64_t diagonals_distance(const struct sequences *s, enum metric metric, uint64_t limit,
                            const struct diagonals_watch *watch)
{
    uint64_t difference = s->m > s->n ? s->m - s->n : s->n - s->m;
    if (difference > limit)
        return DIAGONALS_MORE;
    struct front f;
    front_open(&f, s, metric, limit);
    uint64_t result = DIAGONALS_MORE;
    while (!front_arrived(&f) && f.level < f.limit && result == DIAGONALS_MORE) {
        front_advance(&f);
        if (watch != NULL && f.level % WATCH_EVERY == 0 && !told_to_go_on(&f, watch))
            result = DIAGONALS_GIVEN_UP;
    }
    if (front_arrived(&f))
        result = (uint64_t)f.level;
    front_close(&f);
    return result;
}

/* --- the way back -------------------------------------------------------------------------- */

struct level { /* that is kept */
    struct range range;
    int64_t *rows; /* rows[k - range.low] */
};

struct walk {
    struct front *front;
    int64_t row, column, level; /* where it is */
    struct script script;       /* from the end */
    struct level *checkpoints;
    int64_t stride; /* level i * stride is checkpoints[i] */
};

static size_t range_size(struct range range)
{
    return range.high < range.low ? 0 : (size_t)(range.high - range.low + 1);
}

static struct level level_keep(const struct front *f)
{
    struct level level = {.range = range_of(f, f->level)};
    level.rows = xmemdup(f->rows + f->origin + level.range.low,
                         range_size(level.range) * sizeof *level.rows);
    return level;
}

/* The furthest row on diagonal k. */
static int64_t level_row(const struct level *level, int64_t k)
{
    if (k < level->range.low || k > level->range.high)
        return UNREACHED;
    return level->rows[k - level->range.low];
}

/* Brings the front back to a level that was kept, for those diagonals that can be on a path to the
 * cell where the walk is. */
static void level_restore(const struct walk *w, int64_t number, const struct level *level)
{
    struct front *f = w->front;
    f->level = number;
    f->limit = w->level;
    f->corner = w->column - w->row;
    int64_t around = w->level - number + 1;
    for (int64_t k = most(f->corner - around, -f->origin);
         k <= least(f->corner + around, f->origin); k++)
        f->rows[f->origin + k] = level_row(level, k);
}

/* The equal codes just before the cell, at most `limit`. */
static int64_t equal_before(const struct walk *w, int64_t limit)
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
static void walk_edit(struct walk *w, char edit, int64_t rows, int64_t columns)
{
    script_add(&w->script, edit, edit == 'T' ? 2 : 1);
    w->row -= rows;
    w->column -= columns;
}

/* Whether the level below reaches the place `steps` steps before the cell on its diagonal. */
static bool reaches_before(const struct walk *w, const struct level *below, int64_t steps)
{
    return w->row >= steps && w->column >= steps &&
           level_row(below, w->column - w->row) >= w->row - steps;
}

/* The two codes before the cell are exchanged, at the cost of one edit. */
static bool ends_exchange(const struct walk *w, const struct level *below)
{
    return w->front->metric == METRIC_OSA && reaches_before(w, below, 2) &&
           is_exchange(w->front->s, w->column - w->row, w->row - 2);
}

/*
 * Goes back from a cell of level d to one of level d - 1, which is `below`. An insertion comes
 * first where it is as good as what else there is, then the diagonal, then a deletion.
 */
static void walk_level(struct walk *w, const struct level *below)
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
static void walk_to_checkpoint(struct walk *w)
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
static void make_checkpoints(struct walk *w)
{
    size_t count = (size_t)((w->level - 1) / w->stride) + 1;
    w->checkpoints = xreallocarray(NULL, count, sizeof *w->checkpoints);
    for (size_t i = 0; i < count; i++) {
        while (w->front->level < (int64_t)i * w->stride)
            front_advance(w->front);
        w->checkpoints[i] = level_keep(w->front);
    }
}

static void free_checkpoints(struct walk *w, int64_t distance)
{
    for (int64_t i = 0; i * w->stride < distance; i++)
        free(w->checkpoints[i].rows);
    free(w->checkpoints);
}

/* About distance^2 / 2 / stride rows are in checkpoints, and 2 * stride^2 in a cone. The stride is
 * half of what makes the sum least, since cones are computed besides. */
static int64_t choose_stride(uint64_t distance)
{
    double stride = 1, d = (double)distance;
    while (64 * stride * stride * stride < d * d)
        stride++;
    return (int64_t)stride;
}

void diagonals_align(const struct sequences *s, enum metric metric, uint64_t distance,
                     struct script *script)
{
    struct front f;
    front_open(&f, s, metric, distance);
    front_reserve(&f, (int64_t)distance + 1);
    struct walk w = {.front = &f,
                     .row = (int64_t)s->m,
                     .column = (int64_t)s->n,
                     .level = (int64_t)distance,
                     .stride = choose_stride(distance)};
    if (distance > 0)
        make_checkpoints(&w);
    while (w.level > 0)
        walk_to_checkpoint(&w);
    free_checkpoints(&w, (int64_t)distance);
    script_add(&w.script, '=', (uint64_t)w.row);
    script_add_reversed(script, &w.script);
    script_free(&w.script);
    front_close(&f);
}

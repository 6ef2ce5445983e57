/*
 * diagonals.c - levels of furthest rows, and the way back through them.
 *
 * A distance is found from both ends: one front goes from the first cell on, another from the last
 * cell back, until on some diagonal they meet. Both have half the levels then, and a level as many
 * diagonals as its number. (S. Marco-Sola et al., "Optimal gap-affine alignment in O(s) space",
 * Bioinformatics 39(2), 2023.)
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

#include "base/least.h"
#include "base/xalloc.h"

enum { WATCH_EVERY = 64, DIAGONALS_FIRST = 1024, AHEAD = 16 /* diagonals */ };

#define UNREACHED (INT64_MIN / 2)

struct diagonal_range {
    int64_t low, high; /* diagonals, both included */
};

/* A level in the making, and the problem it belongs to. */
struct front {
    const struct sequences *s;
    enum metric metric;
    bool backwards; /* from the last cell: rows and columns are counted from there */
    int64_t corner; /* the diagonal of the last cell, or backwards of the first */
    int64_t limit;
    int64_t level;
    int64_t *rows;   /* rows[k + origin]; at least one unreached beyond either end */
    int64_t origin;  /* room for -origin .. origin */
    int64_t reached; /* most rows and columns of a cell */
    double steps;
};

/* The diagonals of a level that can be on a path of at most `limit` edits. */
static struct diagonal_range range_of(const struct front *f, int64_t level)
{
    int64_t m = (int64_t)f->s->m, n = (int64_t)f->s->n, left = f->limit - level;
    return (struct diagonal_range){most(-least(level, m), f->corner - left),
                                   least(least(level, n), f->corner + left)};
}

/* Makes room for the diagonals -reach .. reach, and one beyond either end. */
static void front_reserve(struct front *f, int64_t reach)
{
    if (reach < f->origin)
        return;
    int64_t old = f->origin, grown = least(most(DIAGONALS_FIRST, 2 * reach), f->limit) + 2;
    int64_t *rows = xreallocarray(NULL, 2 * (size_t)grown + 1, sizeof *rows);
    for (int64_t i = 0; i <= 2 * grown; i++)
        rows[i] = UNREACHED;
    if (f->rows != NULL)
        memcpy(rows + (grown - old), f->rows, (2 * (size_t)old + 1) * sizeof *rows);
    free(f->rows);
    f->rows = rows;
    f->origin = grown;
}

static int64_t furthest_row(const struct sequences *s, int64_t k)
{
    return least((int64_t)s->m, (int64_t)s->n - k);
}

/* What is constant where a level is made: then it costs nothing to ask. */
struct form {
    bool backwards;
    unsigned width; /* of a code */
};

static inline struct form form_of(const struct front *f)
{
    return (struct form){f->backwards, f->s->width};
}

/* Follows the equal codes on diagonal k from `row` on, which is not beyond the end. */
static int64_t slide(const struct sequences *s, struct form form, int64_t k, int64_t row)
{
    size_t i = (size_t)row, j = (size_t)(row + k);
    struct sequences rest =
        sequences_part(s, form.backwards ? 0 : i, s->m - i, form.backwards ? 0 : j, s->n - j);
    return row + (int64_t)(form.backwards ? sequences_suffix(&rest) : sequences_prefix(&rest));
}

/* The byte where the code of this row begins; backwards, where it ends. */
static inline const unsigned char *code_at(const unsigned char *codes, size_t n, struct form form,
                                           int64_t row)
{
    return codes + (form.backwards ? (int64_t)n - row : row) * form.width;
}

/* The furthest row of diagonal k, which is at least `row`. Most runs of equal codes end within a
 * word. */
static inline int64_t furthest(const struct sequences *s, struct form form, int64_t k, int64_t row)
{
    int64_t last = furthest_row(s, k);
    if (row >= last)
        return last;
    if (last - row >= (int64_t)(SEQUENCES_WORD / form.width)) {
        size_t back = form.backwards ? SEQUENCES_WORD : 0;
        uint64_t difference = sequences_difference(code_at(s->x, s->m, form, row) - back,
                                                   code_at(s->y, s->n, form, row + k) - back);
        if (difference != 0)
            return row + (int64_t)((form.backwards ? bits_bytes_behind(difference)
                                                   : bits_first_byte(difference)) /
                                   form.width);
    }
    return slide(s, form, k, row);
}

/* Neighbours on the front are many lines of memory apart: has the codes fetched that a diagonal
 * some steps ahead will compare. `row` may be anything. */
static inline void prefetch(const struct sequences *s, struct form form, int64_t k, int64_t row)
{
    uintptr_t i = (uintptr_t)(form.backwards ? (int64_t)s->m - row : row);
    uintptr_t j = (uintptr_t)(form.backwards ? (int64_t)s->n - row - k : row + k);
    uintptr_t width = (uintptr_t)form.width;
    __builtin_prefetch((const void *)((uintptr_t)s->x + i * width));
    __builtin_prefetch((const void *)((uintptr_t)s->y + j * width));
}

/* Level 0: the diagonal of the first cell alone. `limit` is at least |n - m|; where the distance is
 * known, it is at least that. */
static void front_open(struct front *f, const struct sequences *s, enum metric metric,
                       uint64_t limit, bool backwards)
{
    uint64_t enough = s->m + s->n;
    *f = (struct front){.s = s,
                        .metric = metric,
                        .backwards = backwards,
                        .corner = (int64_t)s->n - (int64_t)s->m,
                        .limit = (int64_t)(limit < enough ? limit : enough)};
    front_reserve(f, 1);
    f->rows[f->origin] = slide(s, form_of(f), 0, 0);
    f->reached = 2 * f->rows[f->origin];
}

static void front_close(struct front *f)
{
    free(f->rows);
}

/* Whether two codes from row `row` of diagonal k on are exchanged. */
static inline bool is_exchange(const struct sequences *s, struct form form, int64_t k, int64_t row)
{
    if (row < 0 || row + 2 > furthest_row(s, k))
        return false;
    size_t back = form.backwards ? 2 * form.width : 0;
    const unsigned char *x = code_at(s->x, s->m, form, row) - back;
    const unsigned char *y = code_at(s->y, s->n, form, row + k) - back;
    return memcmp(x, y + form.width, form.width) == 0 && memcmp(x + form.width, y, form.width) == 0;
}

/* With exchanges, where `exchanges` (a constant). One that begins before the furthest row reaches
 * no further than the substitution of that row's code. */
static inline void advance_diagonally(struct front *f, struct diagonal_range range,
                                      struct form form, bool exchanges)
{
    const struct sequences s = *f->s;
    int64_t *rows = f->rows + f->origin, reached = f->reached, inserted = rows[range.low - 1];
    for (int64_t k = range.low; k <= range.high; k++) {
        int64_t before = rows[k], edited = 1;
        prefetch(&s, form, k + AHEAD, rows[least(k + AHEAD, range.high)]);
        if (exchanges && is_exchange(&s, form, k, before))
            edited = 2;
        int64_t row = most(most(inserted, before + edited), rows[k + 1] + 1);
        rows[k] = row = furthest(&s, form, k, row);
        reached = most(reached, 2 * row + k);
        inserted = before;
    }
    f->reached = reached;
    f->steps += (double)(range.high - range.low + 1);
}

/* Each edit changes the diagonal by one, so d edits reach only every second diagonal. */
static inline void advance_indel(struct front *f, struct diagonal_range range, struct form form)
{
    const struct sequences s = *f->s;
    int64_t *rows = f->rows + f->origin, reached = f->reached;
    for (int64_t k = range.low + ((range.low + f->level) & 1); k <= range.high; k += 2) {
        prefetch(&s, form, k + AHEAD, rows[least(k + AHEAD, range.high)]);
        rows[k] = furthest(&s, form, k, most(rows[k - 1], rows[k + 1] + 1));
        reached = most(reached, 2 * rows[k] + k);
    }
    f->reached = reached;
    f->steps += (double)(range.high - range.low + 1) / 2;
}

static inline void advance_by(struct front *f, struct diagonal_range range, struct form form)
{
    if (f->metric == METRIC_INDEL)
        advance_indel(f, range, form);
    else if (f->metric == METRIC_OSA)
        advance_diagonally(f, range, form, true);
    else
        advance_diagonally(f, range, form, false);
}

static void front_advance(struct front *f)
{
    f->level++;
    struct diagonal_range range = range_of(f, f->level);
    front_reserve(f, most(-range.low, range.high) + 1);
    if (f->s->width == 1 && !f->backwards)
        advance_by(f, range, (struct form){false, 1});
    else if (f->s->width == 1)
        advance_by(f, range, (struct form){true, 1});
    else
        advance_by(f, range, form_of(f));
}

/* Whether a path of both fronts' edits is found: on some diagonal they have met. There, the cells
 * before a furthest row take no more edits. */
static bool fronts_meet(const struct front *a, const struct front *b)
{
    if (a->reached + b->reached < (int64_t)(a->s->m + a->s->n))
        return false;
    struct diagonal_range of_a = range_of(a, a->level), of_b = range_of(b, b->level);
    int64_t low = most(of_a.low, a->corner - of_b.high);
    int64_t high = least(of_a.high, a->corner - of_b.low);
    for (int64_t k = low; k <= high; k++)
        if (a->rows[a->origin + k] + b->rows[b->origin + a->corner - k] >= (int64_t)a->s->m)
            return true;
    return false;
}

static bool told_to_go_on(const struct front *a, const struct front *b,
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

uint64_t diagonals_distance(const struct sequences *s, enum metric metric, uint64_t limit,
                            const struct diagonals_watch *watch)
{
    uint64_t difference = s->m > s->n ? s->m - s->n : s->n - s->m, result = 0;
    if (difference > limit)
        return DIAGONALS_MORE;
    struct front fronts[2];
    front_open(&fronts[0], s, metric, limit, false);
    front_open(&fronts[1], s, metric, limit, true);
    while (result < DIAGONALS_GIVEN_UP && !fronts_meet(&fronts[0], &fronts[1])) {
        if (result == (uint64_t)fronts[0].limit) {
            result = DIAGONALS_MORE;
        } else if (watch != NULL && (result + 1) % WATCH_EVERY == 0 &&
                   !told_to_go_on(&fronts[0], &fronts[1], watch)) {
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

/* --- the way back -------------------------------------------------------------------------- */

struct level { /* that is kept */
    struct diagonal_range range;
    int64_t *rows; /* rows[k - range.low] */
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
    struct level level = {.range = range_of(f, f->level)};
    int64_t low = level.range.low, n = most(level.range.high - low + 1, 0);
    level.rows = xmemdup(f->rows + f->origin + low, (size_t)n * sizeof *level.rows);
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
static void level_restore(const struct diagonal_walk *w, int64_t number, const struct level *level)
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

/* Whether the level below reaches the place `steps` steps before the cell on its diagonal. */
static bool reaches_before(const struct diagonal_walk *w, const struct level *below, int64_t steps)
{
    return w->row >= steps && w->column >= steps &&
           level_row(below, w->column - w->row) >= w->row - steps;
}

/* The two codes before the cell are exchanged, at the cost of one edit. */
static bool ends_exchange(const struct diagonal_walk *w, const struct level *below)
{
    return w->front->metric == METRIC_OSA && reaches_before(w, below, 2) &&
           is_exchange(w->front->s, form_of(w->front), w->column - w->row, w->row - 2);
}

/*
 * Goes back from a cell of level d to one of level d - 1, which is `below`. An insertion comes
 * first where it is as good as what else there is, then the diagonal, then a deletion.
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
    front_open(&f, s, metric, distance, false);
    front_reserve(&f, (int64_t)distance + 1);
    struct diagonal_walk w = {.front = &f,
                              .row = (int64_t)s->m,
                              .column = (int64_t)s->n,
                              .level = (int64_t)distance,
                              .stride = choose_stride(distance)};
    if (distance > 0)
        make_checkpoints(&w);
    while (w.level > 0)
        walk_to_checkpoint(&w);
    for (int64_t i = 0; i * w.stride < (int64_t)distance; i++)
        free(w.checkpoints[i].rows);
    free(w.checkpoints);
    script_add(&w.script, '=', (uint64_t)w.row);
    script_add_reversed(script, &w.script);
    script_free(&w.script);
    front_close(&f);
}

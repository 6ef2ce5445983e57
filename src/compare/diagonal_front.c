#include "compare/diagonal_front.h"

#include <stdlib.h>
#include <string.h>

#include "base/least.h"
#include "base/xalloc.h"

enum { DIAGONALS_FIRST = 1024, AHEAD = 16 /* diagonals */ };

struct diagonal_span front_range(const struct front *f, int64_t level)
{
    int64_t m = (int64_t)f->s->m, n = (int64_t)f->s->n, left = f->limit - level;
    return (struct diagonal_span){most(-least(level, m), f->corner - left),
                                  least(least(level, n), f->corner + left)};
}

void front_reserve(struct front *f, int64_t reach)
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

/* Constants of a function that makes a level, so that the compiler removes their checks. */
struct form {
    bool backwards;
    unsigned width; /* of a code */
};

static inline struct form form_of(const struct front *f)
{
    return (struct form){f->backwards, f->s->width};
}

/* Follows the equal codes on diagonal k from `row` on, which is not beyond the end. */
static int64_t slide_codes(const struct sequences *s, struct form form, int64_t k, int64_t row)
{
    size_t i = (size_t)row, j = (size_t)(row + k);
    struct sequences rest =
        sequences_part(s, form.backwards ? 0 : i, s->m - i, form.backwards ? 0 : j, s->n - j);
    return row + (int64_t)(form.backwards ? sequences_suffix(&rest) : sequences_prefix(&rest));
}

/* Returns the byte where the code of this row begins; backwards, where it ends. */
static inline const unsigned char *code_at(const unsigned char *codes, size_t n, struct form form,
                                           int64_t row)
{
    return codes + (form.backwards ? (int64_t)n - row : row) * form.width;
}

/* Returns the furthest row of diagonal k, which is at least `row`. Most runs of equal codes end
 * within a word. */
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
    return slide_codes(s, form, k, row);
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

void front_open(struct front *f, const struct sequences *s, enum metric metric, uint64_t limit,
                bool backwards)
{
    uint64_t enough = s->m + s->n;
    *f = (struct front){.s = s,
                        .metric = metric,
                        .backwards = backwards,
                        .corner = (int64_t)s->n - (int64_t)s->m,
                        .limit = (int64_t)(limit < enough ? limit : enough)};
    front_reserve(f, 1);
    f->range = (struct diagonal_span){0, 0};
    f->rows[f->origin] = slide_codes(s, form_of(f), 0, 0);
    f->reached = 2 * f->rows[f->origin];
}

void front_close(struct front *f)
{
    free(f->rows);
}

/* Returns whether two codes from row `row` of diagonal k on are exchanged. */
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
static inline void advance_diagonally(struct front *f, struct diagonal_span range, struct form form,
                                      bool exchanges)
{
    const struct sequences s = *f->s;
    int64_t *rows = f->rows + f->origin, reached = f->reached, inserted = rows[range.lowest - 1];
    for (int64_t k = range.lowest; k <= range.highest; k++) {
        int64_t before = rows[k], edited = 1;
        prefetch(&s, form, k + AHEAD, rows[least(k + AHEAD, range.highest)]);
        if (exchanges && is_exchange(&s, form, k, before))
            edited = 2;
        int64_t row = most(most(inserted, before + edited), rows[k + 1] + 1);
        rows[k] = row = furthest(&s, form, k, row);
        reached = most(reached, 2 * row + k);
        inserted = before;
    }
    f->reached = reached;
    f->steps += (double)(range.highest - range.lowest + 1);
}

/* Each edit changes the diagonal by one, so d edits reach only every second diagonal. */
static inline void advance_indel(struct front *f, struct diagonal_span range, struct form form)
{
    const struct sequences s = *f->s;
    int64_t *rows = f->rows + f->origin, reached = f->reached;
    for (int64_t k = range.lowest + ((range.lowest + f->level) & 1); k <= range.highest; k += 2) {
        prefetch(&s, form, k + AHEAD, rows[least(k + AHEAD, range.highest)]);
        rows[k] = furthest(&s, form, k, most(rows[k - 1], rows[k + 1] + 1));
        reached = most(reached, 2 * rows[k] + k);
    }
    f->reached = reached;
    f->steps += (double)(range.highest - range.lowest + 1) / 2;
}

static inline void advance_by(struct front *f, struct diagonal_span range, struct form form)
{
    if (f->metric == METRIC_INDEL)
        advance_indel(f, range, form);
    else if (f->metric == METRIC_OSA)
        advance_diagonally(f, range, form, true);
    else
        advance_diagonally(f, range, form, false);
}

static bool in_corridor(const struct front *f, int64_t k)
{
    int64_t row = f->rows[f->origin + k];
    if (row < 0)
        return false;
    const struct diagonal_span *span =
        &f->corridor->spans[corridor_block(f->corridor, (size_t)row)];
    return k >= span->lowest && k <= span->highest;
}

/* Takes diagonals out of the range whose furthest row is beside the corridor. An optimal alignment
 * that was on such a diagonal before could as well have gone on to this row, so there is none. */
static void keep_in_corridor(struct front *f)
{
    struct diagonal_span *range = &f->range;
    for (; range->lowest <= range->highest && !in_corridor(f, range->lowest); range->lowest++)
        f->rows[f->origin + range->lowest] = UNREACHED;
    for (; range->lowest <= range->highest && !in_corridor(f, range->highest); range->highest--)
        f->rows[f->origin + range->highest] = UNREACHED;
}

void front_advance(struct front *f)
{
    f->level++;
    struct diagonal_span range = front_range(f, f->level);
    if (f->corridor != NULL) {
        range.lowest = most(range.lowest, f->range.lowest - 1);
        range.highest = least(range.highest, f->range.highest + 1);
    }
    f->range = range;
    front_reserve(f, most(-range.lowest, range.highest) + 1);
    if (f->s->width == 1 && !f->backwards)
        advance_by(f, range, (struct form){false, 1});
    else if (f->s->width == 1)
        advance_by(f, range, (struct form){true, 1});
    else
        advance_by(f, range, form_of(f));
    if (f->corridor != NULL)
        keep_in_corridor(f);
}

bool front_is_exchange(const struct front *f, int64_t k, int64_t row)
{
    return is_exchange(f->s, form_of(f), k, row);
}

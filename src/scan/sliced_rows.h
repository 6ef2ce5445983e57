/*
 * sliced_rows.h - rows of the table in one block of columns, over any vector, for the metrics that
 * have deltas. The file that includes this defines TILE, see sliced_kernel.h.
 *
 * A tile is some rows in all columns of the block, their state in registers. It goes column by
 * column: the deltas of the row above come from b->h, and those of its last row go there.
 */
#pragma once

#include "scan/sliced_block.h"

/* Before the text: vertical deltas are +1, and nothing is crossed. */
static void begin_rows(enum metric metric, const struct sliced_rows *w)
{
    memset(w->v, 0, w->rows * sliced_row_planes(metric) * sizeof(vec));
}

/* A row in one column. `metric` and `restarts` are constants. */
INLINE void row_cell(enum metric metric, vec state[3], struct horizontal_planes *h,
                     struct above *above, vec q, vec r, bool restarts)
{
    if (metric == METRIC_OSA)
        cell_osa(&state[0], &state[1], &state[2], &h->p, &h->n, above, q, r, restarts);
    else if (metric == METRIC_INDEL)
        cell_indel(&state[0], &state[1], &h->p, &h->n, q, r, restarts);
    else
        cell(&state[0], &state[1], &h->p, &h->n, q, r, restarts);
}

#define ROWS_1(X) X(0)
#define ROWS_2(X) ROWS_1(X) X(1)
#define ROWS_4(X) ROWS_2(X) X(2) X(3)
#define ROWS_8(X) ROWS_4(X) X(4) X(5) X(6) X(7)

#define LOAD(R)                                                                                    \
    vec row##R[3] = {v[(R)*n], v[(R)*n + 1], v[(R)*n + n - 1]};                                    \
    const vec *const q##R = match + (size_t)slots[R] * COLUMNS;
#define STORE(R)                                                                                   \
    v[(R)*n] = row##R[0];                                                                          \
    v[(R)*n + 1] = row##R[1];                                                                      \
    if (n > 2)                                                                                     \
        v[(R)*n + 2] = row##R[2];
#define CELL(R) row_cell(metric, row##R, &h, &above, q##R[c], r, restarts);

/* N rows in all columns of the block; `q` is the match plane of the row above them. */
#define DEFINE_TILE(N)                                                                             \
    INLINE void tile_##N(enum metric metric, const vec *match, const uint32_t *slots, vec *v,      \
                         struct sliced_block *b, const vec *q, bool restarts)                      \
    {                                                                                              \
        const size_t n = sliced_row_planes(metric);                                                \
        ROWS_##N(LOAD) for (unsigned c = 0; c < COLUMNS; c++)                                      \
        {                                                                                          \
            const vec r = restarts ? b->restart[c] : (vec){0};                                     \
            struct horizontal_planes h = b->h[c];                                                  \
            struct above above = {(vec){0}, (vec){0}};                                             \
            if (metric == METRIC_OSA)                                                              \
                above = (struct above){b->d0[c], q[c]};                                            \
            ROWS_##N(CELL) b->h[c] = h;                                                            \
            if (metric == METRIC_OSA)                                                              \
                b->d0[c] = above.d0;                                                               \
        }                                                                                          \
        ROWS_##N(STORE)                                                                            \
    }
DEFINE_TILE(8)
DEFINE_TILE(4)
DEFINE_TILE(2)
DEFINE_TILE(1)

/* The first `rows` rows in the block. */
INLINE void run_rows(enum metric metric, const struct sliced_table *t, const struct sliced_rows *w,
                     struct sliced_block *b, uint32_t rows, bool restarts)
{
    const uint32_t *slots = w->slots;
    const vec *match = t->match, *above = match;
    vec *v = w->v;
#define RUN_TILE(N)                                                                                \
    do {                                                                                           \
        tile_##N(metric, match, slots, v, b, above, restarts);                                     \
        v += (N)*sliced_row_planes(metric);                                                        \
        slots += (N);                                                                              \
        above = match + (size_t)slots[-1] * COLUMNS;                                               \
    } while (0)
    for (; rows >= TILE; rows -= TILE) {
        if (TILE == 8)
            RUN_TILE(8);
        else
            RUN_TILE(4);
    }
    if (TILE == 8 && (rows & 4) != 0)
        RUN_TILE(4);
    if ((rows & 2) != 0)
        RUN_TILE(2);
    if ((rows & 1) != 0)
        RUN_TILE(1);
#undef RUN_TILE
}

/* One function for each metric, and whether lanes restart in the block. */
#define DEFINE_ROWS(NAME, METRIC, RESTARTS)                                                        \
    __attribute__((noinline)) static void NAME(const struct sliced_table *t,                       \
                                               const struct sliced_rows *w,                        \
                                               struct sliced_block *b, uint32_t rows)              \
    {                                                                                              \
        run_rows(METRIC, t, w, b, rows, RESTARTS);                                                 \
    }
DEFINE_ROWS(rows_levenshtein, METRIC_LEVENSHTEIN, false)
DEFINE_ROWS(rows_levenshtein_restarting, METRIC_LEVENSHTEIN, true)
DEFINE_ROWS(rows_indel, METRIC_INDEL, false)
DEFINE_ROWS(rows_indel_restarting, METRIC_INDEL, true)
DEFINE_ROWS(rows_osa, METRIC_OSA, false)
DEFINE_ROWS(rows_osa_restarting, METRIC_OSA, true)

/* -w: row 0 is 0 where an occurrence may begin, behind a border, and 1 elsewhere. That is a lower
 * bound: an occurrence that ends at a border and begins within a word has an edit more. Had row 0
 * the number of characters to the nearest border, distances would be those of -w. */
static void row_0_of_words(struct sliced_block *b)
{
    vec before = b->border_before;
    for (unsigned c = 0; c < COLUMNS; c++) {
        b->h[c].p = before & ~b->border[c];
        b->h[c].n = (~before & b->border[c]) | b->restart[c];
        before = b->border[c];
    }
}

/*
 * The horizontal deltas of row 0: none; where `line`, +1. Lanes that restart have -1, so that all
 * their rows begin anew (cell.h); for METRIC_INDEL that does not matter.
 */
static void row_0(enum metric metric, struct sliced_block *b, bool line)
{
    const vec none = {0}, all = ~none;
    for (unsigned c = 0; c < COLUMNS; c++)
        if (metric == METRIC_INDEL)
            b->h[c] = (struct horizontal_planes){!line && c % 2 != 0 ? all : none,
                                                 !line && c % 2 == 0 ? all : none};
        else
            b->h[c] = (struct horizontal_planes){line ? ~b->restart[c] : none, b->restart[c]};
    if (metric == METRIC_OSA)
        for (unsigned c = 0; c < COLUMNS; c++)
            b->d0[c] = all;
}

/* Advances the first `rows` rows by the block; b->h are then the deltas of the last one. */
static void advance_rows(const struct sliced_table *t, const struct sliced_rows *w,
                         struct sliced_block *b, uint32_t rows)
{
    static void (*const run[METRIC_OSA + 1][2])(const struct sliced_table *,
                                                const struct sliced_rows *, struct sliced_block *,
                                                uint32_t) = {
        [METRIC_LEVENSHTEIN] = {rows_levenshtein, rows_levenshtein_restarting},
        [METRIC_INDEL] = {rows_indel, rows_indel_restarting},
        [METRIC_OSA] = {rows_osa, rows_osa_restarting},
    };
    row_0(t->metric, b, w->line);
    if (w->word && t->metric != METRIC_INDEL)
        row_0_of_words(b);
    run[t->metric][b->restarts](t, w, b, rows);
    for (unsigned c = 0; c < COLUMNS && t->metric == METRIC_INDEL; c++) {
        struct horizontal_planes h = b->h[c];
        b->h[c] = (struct horizontal_planes){CELL_HALF_PLUS(h.p, h.n), CELL_HALF_MINUS(h.p, h.n)};
    }
}

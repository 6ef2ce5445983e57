#include "scan/hanging_table.h"

#include <stdlib.h>

#include "base/inline.h"

bool hanging_table_open(struct hanging_table *t, uint32_t m, size_t n)
{
    size_t blocks = m / BITVECTOR_ROWS + 1;
    t->finals = calloc(n + 1, sizeof *t->finals);
    t->last = calloc((size_t)m + 1, sizeof *t->last);
    t->v = calloc(blocks, sizeof *t->v);
    t->before = calloc(blocks, sizeof *t->before);
    return t->finals != NULL && t->last != NULL && t->v != NULL && t->before != NULL;
}

void hanging_table_close(struct hanging_table *t)
{
    free(t->finals);
    free(t->last);
    free(t->v);
    free(t->before);
}

/* Sets the first column. Returns the distance of its last row. */
static uint32_t begin_column(struct hanging_table *t, const struct hanging_run *r, uint32_t skip,
                             size_t lane)
{
    uint32_t m = r->masks->m, distance = 0;
    for (uint32_t block = 0; block < r->masks->blocks; block++) {
        uint32_t above = block * BITVECTOR_ROWS;
        uint64_t rises = r->rises != NULL ? r->rises[block] : ~UINT64_C(0);
        if (skip > above)
            rises = skip - above < BITVECTOR_ROWS ? rises << (skip - above) : 0;
        t->v[block][lane] = (struct bitvector){rises, 0};
        t->before[block][lane] = BEFORE_NONE;
        distance += bitvector_sum(t->v[block][lane], m - above);
    }
    return distance;
}

/* Computes all columns of patterns of one block, in registers. The rows that are left out match
 * nothing and are 0 in the first column, so they are equal to the row above the first in each. */
INLINE void run_registers(enum metric metric, size_t lanes, struct hanging_table *t,
                          const struct hanging_rules *rules, const struct hanging_run *const *runs,
                          const uint32_t *symbols, size_t n)
{
    struct bitvector v[HANGING_LANES];
    struct before before[HANGING_LANES];
    const uint64_t *dense[HANGING_LANES]; /* masks */
    uint32_t distance[HANGING_LANES], last_row[HANGING_LANES];
    uint64_t taken = ~UINT64_C(0) << rules->skip;
    struct edge above = {.p = !rules->anywhere};
    for (size_t lane = 0; lane < lanes; lane++) {
        v[lane] = t->v[0][lane];
        before[lane] = BEFORE_NONE;
        dense[lane] = runs[lane]->masks->dense;
        distance[lane] = t->finals[0][lane];
        last_row[lane] = runs[lane]->masks->m - 1;
    }
    for (size_t j = 0; j < n; j++) {
        uint32_t symbol = symbols[rules->back ? n - 1 - j : j];
        _Pragma("GCC unroll 4") for (size_t lane = 0; lane < lanes; lane++)
        {
            struct edge rows =
                metric_step(metric, &v[lane], &before[lane], dense[lane][symbol] & taken, above);
            if (rules->anywhere)
                continue;
            struct edge end = edge_of(rows, last_row[lane]);
            distance[lane] += (uint32_t)end.p - (uint32_t)end.m;
            t->finals[j + 1][lane] = distance[lane];
        }
    }
    for (size_t lane = 0; lane < lanes; lane++)
        t->v[0][lane] = v[lane];
}

/* As run_registers(), for patterns of any length. */
INLINE void run_blocks(enum metric metric, size_t lanes, struct hanging_table *t,
                       const struct hanging_rules *rules, const struct hanging_run *const *runs,
                       const uint32_t *symbols, size_t n)
{
    uint32_t first = rules->skip / BITVECTOR_ROWS;
    uint64_t taken = ~UINT64_C(0) << rules->skip % BITVECTOR_ROWS;
    for (size_t j = 0; j < n; j++) {
        uint32_t symbol = symbols[rules->back ? n - 1 - j : j];
        for (size_t lane = 0; lane < lanes; lane++) {
            const struct masks *masks = runs[lane]->masks;
            struct edge above = {.p = !rules->anywhere};
            for (uint32_t block = first; block < masks->blocks; block++) {
                uint64_t eq = masks_word(masks, symbol, block);
                struct edge rows = metric_step(metric, &t->v[block][lane], &t->before[block][lane],
                                               block == first ? eq & taken : eq, above);
                bool last = block + 1 == masks->blocks;
                above = edge_of(rows, last ? (masks->m - 1) % BITVECTOR_ROWS : BITVECTOR_ROWS - 1);
            }
            t->finals[j + 1][lane] = t->finals[j][lane] + (uint32_t)above.p - (uint32_t)above.m;
        }
    }
}

/* Computes all columns; the first is set. */
INLINE void compute_columns(enum metric metric, size_t lanes, struct hanging_table *t,
                            const struct hanging_rules *rules,
                            const struct hanging_run *const *runs, const uint32_t *symbols,
                            size_t n)
{
    bool one = true;
    for (size_t lane = 0; lane < lanes; lane++) {
        t->finals[0][lane] = begin_column(t, runs[lane], rules->skip, lane);
        one = one && runs[lane]->masks->blocks == 1 && runs[lane]->masks->dense != NULL;
    }
    if (one)
        run_registers(metric, lanes, t, rules, runs, symbols, n);
    else
        run_blocks(metric, lanes, t, rules, runs, symbols, n);
}

INLINE void run_lanes(size_t lanes, struct hanging_table *t, const struct hanging_rules *rules,
                      const struct hanging_run *const *runs, const uint32_t *symbols, size_t n)
{
    switch (rules->metric) {
    case METRIC_INDEL:
        compute_columns(METRIC_INDEL, lanes, t, rules, runs, symbols, n);
        break;
    case METRIC_OSA:
        compute_columns(METRIC_OSA, lanes, t, rules, runs, symbols, n);
        break;
    default:
        compute_columns(METRIC_LEVENSHTEIN, lanes, t, rules, runs, symbols, n);
    }
}

void hanging_table_run(struct hanging_table *t, const struct hanging_rules *rules,
                       const struct hanging_run *runs, size_t nruns, const uint32_t *symbols,
                       size_t n)
{
    const struct hanging_run *of_lanes[HANGING_LANES];
    for (size_t lane = 0; lane < HANGING_LANES; lane++)
        of_lanes[lane] = &runs[lane < nruns ? lane : 0];
    if (nruns == 1)
        run_lanes(1, t, rules, of_lanes, symbols, n);
    else
        run_lanes(HANGING_LANES, t, rules, of_lanes, symbols, n);
}

const uint32_t *hanging_table_last(struct hanging_table *t, const struct masks *masks,
                                   uint32_t above)
{
    t->last[0] = above;
    for (uint32_t i = 0; i < masks->m; i++) {
        const struct bitvector *v = &t->v[i / BITVECTOR_ROWS][0];
        uint32_t bit = i % BITVECTOR_ROWS;
        t->last[i + 1] = t->last[i] + (uint32_t)(v->pv >> bit & 1) - (uint32_t)(v->mv >> bit & 1);
    }
    return t->last;
}

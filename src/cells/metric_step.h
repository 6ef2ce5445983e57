/*
 * metric_step.h - the bit-vector step (bitvector.h) for each metric with deltas: all but
 * METRIC_HAMMING. Callers pass the metric as a constant, so that the compiler drops the code of the
 * others.
 */
#pragma once

#include "cells/bitvector.h"
#include "cells/metric.h"

/* The state of the previous column that exchanges need (METRIC_OSA): the rows whose diagonal step
 * cost 0, and the rows that matched. */
struct before {
    uint64_t d0, eq;
};

/* The state before the first column: nothing can be exchanged. */
#define BEFORE_NONE ((struct before){~UINT64_C(0), 0})

/* What rows pass to the rows below them, a bit for each row: the horizontal deltas; for exchanges,
 * whether the diagonal step cost 0 in the previous column, and whether the row matches this
 * column. */
struct edge {
    uint64_t p, m, d0, eq;
};

/* Returns the bits of row `row` (0 to 63), in bit 0. */
HOST_DEVICE static inline struct edge edge_of(struct edge rows, unsigned row)
{
    return (struct edge){rows.p >> row & 1, rows.m >> row & 1, rows.d0 >> row & 1,
                         rows.eq >> row & 1};
}

/* bitvector_step() without substitutions. If the row above rises, so does each consecutive row
 * below whose diagonal step costs 2: a second carry chain. */
HOST_DEVICE static inline struct edge metric_step_indel(struct bitvector *v, uint64_t eq,
                                                        struct edge above)
{
    uint64_t xv = eq | v->mv, d0 = bitvector_d0(v, eq | above.m);
    uint64_t rises = CELL_PLUS(v->mv, v->pv, d0), passes = v->pv & ~d0;
    uint64_t p = ((rises | passes) + rises + above.p) ^ passes;
    struct edge e = {CELL_INDEL_PLUS(rises, p, d0), CELL_MINUS(v->pv, d0), 0, 0};
    uint64_t m = e.m << 1 | above.m;
    v->pv = CELL_INDEL_PLUS(CELL_PLUS(m, p, xv), v->pv, xv);
    v->mv = CELL_MINUS(p, xv);
    return e;
}

/* bitvector_step() with exchanges. */
HOST_DEVICE static inline struct edge metric_step_osa(struct bitvector *v, struct before *before,
                                                      uint64_t eq, struct edge above)
{
    uint64_t left_d0 = before->d0;
    uint64_t exchange = CELL_EXCHANGE(left_d0 << 1 | above.d0, before->eq, eq << 1 | above.eq);
    uint64_t same = eq | exchange;
    *before = (struct before){bitvector_d0(v, same | above.m), eq};
    struct horizontal h = bitvector_step(v, same, above.p, above.m);
    return (struct edge){h.p, h.m, left_d0, eq};
}

/*
 * Advances 64 rows by one symbol that matches the rows in `eq`. Bit 0 of `above` belongs to the row
 * above. `before` is used with METRIC_OSA only. Returns what the rows pass to the rows below.
 */
HOST_DEVICE static inline struct edge metric_step(enum metric metric, struct bitvector *v,
                                                  struct before *before, uint64_t eq,
                                                  struct edge above)
{
    if (metric == METRIC_OSA)
        return metric_step_osa(v, before, eq, above);
    if (metric == METRIC_INDEL)
        return metric_step_indel(v, eq, above);
    struct horizontal h = bitvector_step(v, eq, above.p, above.m);
    return (struct edge){h.p, h.m, 0, 0};
}

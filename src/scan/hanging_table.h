/*
 * hanging_table.h - the table of distances of a pattern and the few symbols at an end of a record,
 * by bit vectors (cells/metric_step.h): for patterns that may hang over it (query/overhang.h).
 *
 * Several tables with the same symbols are computed at a time: their steps do not wait for each
 * other.
 */
#pragma once

#include "cells/metric_step.h"
#include "scan/masks.h"

enum { HANGING_LANES = 4 /* tables at a time */ };

/* The table of a pattern. */
struct hanging_run {
    const struct masks *masks; /* extended to the symbols */
    const uint64_t *rises; /* the first column: 1 bit for each row that is 1 more than the one above
                              it; NULL: all rows are */
};

/* How tables are computed. */
struct hanging_rules {
    enum metric metric;
    bool back;     /* the symbols are read from the last one back */
    bool anywhere; /* an occurrence may begin before each symbol, not only the first */
    uint32_t skip; /* rows left out at the top; 0 with `rises`, `anywhere`, or several tables */
};

struct hanging_table {
    uint32_t (*finals)[HANGING_LANES];    /* [j]: the last row's distance after j symbols */
    struct bitvector (*v)[HANGING_LANES]; /* [block]: the last column */
    struct before (*before)[HANGING_LANES];
    uint32_t *last; /* see hanging_table_last() */
};

/* Makes room for m rows and n symbols. Returns false when out of memory; hanging_table_close() may
 * be called even then. */
bool hanging_table_open(struct hanging_table *t, uint32_t m, size_t n);
void hanging_table_close(struct hanging_table *t);

/* Sets t->v and, unless occurrences may begin anywhere, t->finals, of up to HANGING_LANES runs for
 * n symbols. */
void hanging_table_run(struct hanging_table *t, const struct hanging_rules *rules,
                       const struct hanging_run *runs, size_t nruns, const uint32_t *symbols,
                       size_t n);

/* Returns the last column of the only run: [i] is the distance of the first i rows, `above` that of
 * none. Valid until the next call. */
const uint32_t *hanging_table_last(struct hanging_table *t, const struct masks *masks,
                                   uint32_t above);

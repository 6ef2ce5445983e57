/* grid_tiers.h - how the tables of a plan of panels (struct grid_plan) are cut into tiers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strips/strips_problem.h"

enum grid_kind {
    GRID_TEAM,   /* of threads, or any other executor */
    GRID_DEVICE, /* it computes a whole table faster than the same in panels */
    GRID_SECOND, /* another executor for the same device: it may compute a second table meanwhile */
};

/* Properties of an executor. The caller sets them before grid_open(); grids measure its speed, and
 * it may be used for the next grid. */
struct grid_executor {
    enum grid_kind kind;
    size_t rows;    /* with fewer rows a panel is much slower */
    size_t columns; /* with fewer columns a panel is slower */
    unsigned ahead; /* most panels that it may hold at once; 0: one */
    double speed;   /* cells per second; 0: unknown yet */
};

/* A tier: some rows of a table, in all columns, or in columns [from, columns) of a band. */
struct grid_tier {
    size_t table;
    size_t first, rows, columns;
    size_t below; /* rows of the table */
    size_t from;
    size_t at, open; /* columns done, and columns that the tier above has done */
    bool held;       /* an executor computes a panel of it */
};

struct grid_plan {
    struct grid_tier *tiers; /* table after table, from the top down; owned */
    size_t ntiers, ntables;
    size_t rows; /* of a tier, at most */
    struct grid_executor *executors;
    struct grid_load *loads; /* the state of each executor; owned */
    size_t nexecutors;
    size_t whole;        /* number of executors that compute whole tables, a panel each */
    size_t columns;      /* of a panel; 0: chosen */
    uint64_t cells_left; /* not yet done */
};

/* Lengths of a table. */
struct grid_lengths {
    size_t rows, columns;
};

/* How tables are cut. All zero: chosen from the tables and the executors. */
struct grid_shape {
    size_t rows;                       /* of a tier; rounded up to a multiple of 64 */
    size_t columns;                    /* of a panel; likewise */
    const struct diagonal_span *bands; /* of each table; NULL: whole tables */
    double (*clock)(void);             /* seconds; NULL: io_seconds() */
    /* Called by one thread at a time, after `cells` more cells. May be NULL. */
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

enum { GRID_WORD = 64 /* rows of tiers, and columns of panels, are multiples */ };

static inline size_t grid_round_up(size_t n)
{
    return strips_divide_up(n, GRID_WORD) * GRID_WORD;
}

/* Sets the rows of tiers, those requested or as many as suit the executors; makes the tiers of all
 * tables. Returns false when out of memory. */
bool grid_tiers_open(struct grid_plan *p, const struct grid_lengths *tables,
                     const struct grid_shape *shape);

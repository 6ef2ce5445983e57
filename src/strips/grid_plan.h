/*
 * grid_plan.h - decides which panel a taker of a grid gets, and how wide it is (grid.h).
 *
 * The plan has lengths and speeds, but no codes and no borders. One thread at a time may use it.
 * Times are in seconds, from any origin.
 */
#ifndef GRID_PLAN_H
#define GRID_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum grid_kind {
    GRID_TEAM,   /* of threads, or any other taker */
    GRID_DEVICE, /* it computes a whole table faster than the same in panels */
    GRID_SECOND, /* another taker for the same device: it may compute a second table meanwhile */
};

/* Properties of a taker. The caller sets them before grid_open(); grids measure its speed, and it
 * may be used for the next grid. */
struct grid_taker {
    enum grid_kind kind;
    size_t rows;    /* with fewer rows a panel is much slower */
    size_t columns; /* with fewer columns a panel is slower */
    unsigned ahead; /* most panels that it may hold at once; 0: one */
    double speed;   /* cells per second; 0: unknown yet */
};

/* A tier: some rows of a table, in all columns. */
struct grid_tier {
    size_t table;
    size_t first, rows, columns; /* rows = 0: unknown yet */
    size_t at, open;             /* columns done, and columns that the tier above has done */
    bool held;                   /* a taker computes a panel of it */
};

/* How a table is cut into tiers. Tables that meet are cut while they are computed: behind their
 * last tier is the proposal for the next. */
struct grid_cut {
    size_t first, end;  /* the table's tiers among all tiers: room for the most it can have */
    size_t tiers, rows; /* tiers and rows that it has */
};

struct grid_plan {
    struct grid_tier *tiers; /* table after table, from the top down; owned */
    size_t ntiers, ntables;
    struct grid_cut *cuts; /* of each table; owned */
    size_t rows;           /* of a tier, if tables meet; 0: chosen */
    size_t usual;          /* the default for that */
    size_t stock;          /* rows of tables that meet, not yet assigned to a tier */
    bool meet;
    struct grid_taker *takers;
    struct grid_load *loads; /* the state of each taker; owned */
    size_t ntakers;
    size_t whole;   /* number of takers that compute whole tables, a panel each */
    size_t columns; /* of a panel; 0: chosen */
    uint64_t left;  /* cells not yet done */
};

/* Lengths of a table. */
struct grid_lengths {
    size_t rows, columns;
};

/* Requested sizes; 0: chosen. */
struct grid_wish {
    size_t rows;    /* of a tier */
    size_t columns; /* of a panel */
    bool meet;      /* the two tables are one, from the top and from the bottom */
};

/* Plans the tables. Returns false when out of memory. grid_plan_close() must be called in any
 * case. */
bool grid_plan_open(struct grid_plan *p, const struct grid_lengths *tables, size_t ntables,
                    struct grid_taker *takers, size_t ntakers, const struct grid_wish *wish);
void grid_plan_close(struct grid_plan *p);

/* Chooses a tier for the taker, and *columns columns of it from `at` on. Returns SIZE_MAX if there
 * is none now. */
size_t grid_plan_choose(struct grid_plan *p, size_t taker, double now, size_t *columns);

/* The taker begins these columns of a tier; has done them; gives them back undone. */
void grid_plan_begin(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now);
void grid_plan_end(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now);
void grid_plan_undo(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now);

/* Removes a taker; returns whether it was removed, or has nothing to do in this plan. */
void grid_plan_leave(struct grid_plan *p, size_t taker);
bool grid_plan_left(const struct grid_plan *p, size_t taker);

#endif

/*
 * grid_plan.h - which panel a taker of a grid gets, and how wide it is (grid.h).
 *
 * The plan knows lengths and speeds, but no codes and no borders. It is used by one thread at a
 * time. Times are in seconds, from any beginning.
 */
#ifndef GRID_PLAN_H
#define GRID_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum grid_kind {
    GRID_TEAM,   /* of threads, or whatever has no other name */
    GRID_DEVICE, /* it does a whole table faster than the same in panels */
    GRID_SECOND, /* another taker for the same device: it may do a second table meanwhile */
};

/* What a taker is like. The caller makes it before grid_open(); grids learn its speed, and it may
 * be used for the next grid. */
struct grid_taker {
    enum grid_kind kind;
    size_t rows;    /* a panel of fewer is done much slower */
    size_t columns; /* a panel of fewer is slower than it could be */
    unsigned ahead; /* most panels that it may hold at once; 0: one */
    double speed;   /* cells a second; 0: not known yet */
};

/* A tier: some rows of a table, in all columns. */
struct grid_tier {
    size_t table;
    size_t first, rows, columns; /* no rows: not known yet */
    size_t at, open;             /* columns that are done, and those that the tier above has done */
    bool held;                   /* somebody computes a panel */
};

/* How far a table is cut into tiers. Tables that meet are cut as they are computed: behind their
 * last tier is the one that would come next. */
struct grid_cut {
    size_t first, end;  /* the table's tiers among all tiers: room for the most it can have */
    size_t tiers, rows; /* that it has */
};

struct grid_plan {
    struct grid_tier *tiers; /* table after table, from the top down; owned */
    size_t ntiers, ntables;
    struct grid_cut *cuts; /* of each table; owned */
    size_t rows;           /* of a tier of tables that meet; 0: chosen */
    size_t usual;          /* what is chosen if nothing speaks against it */
    size_t stock;          /* rows of tables that meet which no tier has yet */
    bool meet;
    struct grid_taker *takers;
    struct grid_load *loads; /* what each has now; owned */
    size_t ntakers;
    size_t whole;   /* number of takers that compute whole tables, a panel each */
    size_t columns; /* of a panel; 0: chosen */
    uint64_t left;  /* cells that are not done */
};

/* Lengths of a table. */
struct grid_lengths {
    size_t rows, columns;
};

/* What is asked for; all zero: as suits tables and takers. */
struct grid_wish {
    size_t rows;    /* of a tier */
    size_t columns; /* of a panel */
    bool meet;      /* the tables are two: the same one, from the top and from the bottom */
};

/* Plans the tables. Returns false when out of memory. grid_plan_close() is to be called in any
 * case. */
bool grid_plan_open(struct grid_plan *p, const struct grid_lengths *tables, size_t ntables,
                    struct grid_taker *takers, size_t ntakers, const struct grid_wish *wish);
void grid_plan_close(struct grid_plan *p);

/* Chooses a tier for the taker, and *columns columns of it from `at` on. Returns SIZE_MAX if there
 * is none now. */
size_t grid_plan_choose(struct grid_plan *p, size_t taker, double now, size_t *columns);

/* The taker has these columns of a tier now; has done them; gives them back. */
void grid_plan_begin(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now);
void grid_plan_end(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now);
void grid_plan_undo(struct grid_plan *p, size_t tier, size_t taker, size_t columns, double now);

/* The taker will take no more; and whether that is so, or it has nothing to do in this plan. */
void grid_plan_leave(struct grid_plan *p, size_t taker);
bool grid_plan_left(const struct grid_plan *p, size_t taker);

#endif

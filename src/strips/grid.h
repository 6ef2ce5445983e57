/*
 * grid.h - tables computed in panels, by executors of any kind and speed.
 *
 * A panel is a rectangle of a table. Its input is the scores along its upper and left border, its
 * output those along its lower and right border (struct strips_border). An executor computes one
 * panel after another: a team of threads, a device, another process. The grid stores the borders
 * between panels in O(m + n) bits, and schedules the panels that can be computed.
 *
 * Each table is cut into tiers of rows, once. A tier is computed from left to right, in panels
 * whose width suits the executor at that time: wide for a fast executor, narrow for a slow one,
 * narrow for all near the end. So all executors end at about the same time, whatever their speeds.
 * The grid schedules the panel with the longest path to the end of its table (critical path),
 * because most of the remaining work depends on it.
 *
 * A table may be a band: a tier then has only the columns in which its rows meet the band. What
 * lies outside counts as a path along the border of the tiers, straight down or to the right, so no
 * score is better than in the whole table. The border that all tiers leave still tells scores of
 * real paths, from column 0 on: left of the last tier it is that of the tiers above.
 *
 * Any thread may call any function here except grid_open() and grid_close(). Nothing here prints or
 * exits.
 */
#pragma once

#include "strips/grid_plan.h"
#include "strips/strips.h"

struct grid;

/*
 * A panel that an executor holds. It is a problem with a border: `border` holds the scores above it
 * and to its left, and the executor replaces them by those at its bottom and its right. All of the
 * border lies in one block, `bits` (strips_border_at()). The grid owns both.
 */
struct grid_panel {
    struct strips_problem problem; /* its codes are a part of the table's */
    struct strips_border border;
    uint64_t *bits;

    /* Private to the grid. */
    size_t executor, tier;
    size_t column;     /* the first, in the table */
    uint64_t reported; /* cells, to progress */
};

enum grid_answer {
    GRID_PANEL,  /* a panel was given */
    GRID_LATER,  /* no panel for this executor now: ask again after others have given theirs */
    GRID_OVER,   /* everything is done, or the grid was stopped */
    GRID_MEMORY, /* out of memory */
};

/*
 * Opens a grid for tables of one metric and one alphabet; some may be empty. The caller owns them
 * and their codes, and must not change them. Executors are numbered from 0. Returns NULL when out
 * of memory.
 */
struct grid *grid_open(const struct strips_problem *tables, size_t ntables,
                       struct grid_executor *executors, size_t nexecutors,
                       const struct grid_shape *shape);
void grid_close(struct grid *g);

/*
 * Gives a panel to an executor. With `wait`, never returns GRID_LATER. Each panel must come back by
 * grid_give() or grid_return(), even after grid_stop(), but before grid_close().
 */
enum grid_answer grid_take(struct grid *g, size_t executor, bool wait, struct grid_panel **panel);

/* Reports that `cells` more cells of a panel are done. `work` is a struct grid_work, so that this
 * function can be passed as a callback. */
struct grid_work {
    struct grid *g;
    struct grid_panel *panel;
};
void grid_report_cells(void *work, uint64_t cells);

/* Returns a panel that is done. */
void grid_give(struct grid *g, struct grid_panel *panel);

/* Returns a panel that is not done, for another executor. The contents of its border are ignored.
 */
void grid_return(struct grid *g, struct grid_panel *panel);

/* Returns whether there may still be panels for the executor; if not, grid_take() returns
 * GRID_OVER. */
bool grid_wants(struct grid *g, size_t executor);

/* Sets a function to be called whenever a waiting executor might get a panel: for executors that do
 * not wait in grid_take(). It must return at once, and must not call the grid. */
void grid_call(struct grid *g, void (*moved)(void));

/* Removes an executor, so that the plan no longer counts on it. */
void grid_leave(struct grid *g, size_t executor);

/* Stops the grid: grid_take() gives no more panels. An executor can cancel its current panel by the
 * flag that grid_stopped() returns. */
void grid_stop(struct grid *g);
const atomic_bool *grid_stopped(const struct grid *g);

/* Returns whether all tables are done. */
bool grid_done(struct grid *g);

/* For a table that is done: return its last row, and its last column (as the last row of the turned
 * table). The caller frees both with strips_row_free(). Each can be taken once. */
void grid_row(struct grid *g, size_t table, struct strips_row *row);
void grid_column(struct grid *g, size_t table, struct strips_row *column);

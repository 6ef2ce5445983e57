/*
 * grid.h - tables computed in panels, by takers of any kind and speed.
 *
 * A panel is a rectangle of a table. Its input is the scores along its upper and left border, its
 * output those along its lower and right border (struct strips_border). A taker computes one panel
 * after another: a team of threads, a device, another process. The grid stores the borders between
 * panels in O(m + n) bits, and schedules the panels that can be computed.
 *
 * Each table is cut into tiers of rows, once. A tier is computed from left to right, in panels
 * whose width suits the taker at that time: wide for a fast taker, narrow for a slow one, narrow
 * for all near the end. So all takers end at about the same time, whatever their speeds. The grid
 * schedules the panel with the longest path to the end of its table (critical path), because most
 * of the remaining work depends on it.
 *
 * A table can also be computed from both ends: it is then given twice, once read backwards, and
 * tiers are added to both until they meet. Each of two takers has one end, and depends on nothing
 * of the other. Their panels are whole tiers, the last ones as high as suits their speeds.
 *
 * Any thread may call any function here except grid_open() and grid_close(). Nothing here prints or
 * exits.
 */
#ifndef GRID_H
#define GRID_H

#include "strips/grid_plan.h"
#include "strips/strips.h"

/* How tables are cut. All zero: as suits them and the takers. */
struct grid_shape {
    size_t rows;    /* of a tier; is rounded up to a multiple of 64 */
    size_t columns; /* of a panel; likewise */
    /* The two tables are one, the second read backwards. Each is computed from its first row on,
     * until they meet (grid_rows()); nobody computes what the other has done. */
    bool meet;
    double (*clock)(void); /* seconds; NULL: io_seconds() */
    /* Called by one thread at a time, when `cells` more cells are done. May be NULL. */
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

struct grid;

/*
 * A panel that a taker holds. It is a problem like any other, but for its border: `border` says
 * what is above it and to its left, and the taker puts there what is at its bottom and its right.
 * All of the border lies in one piece, `bits` (strips_border_at()). Both belong to the grid.
 */
struct grid_panel {
    struct strips_problem problem; /* its codes are some of the table's */
    struct strips_border border;
    uint64_t *bits;

    /* The grid's. */
    size_t taker, tier;
    size_t column; /* the first, of the table */
    uint64_t told; /* cells that progress knows of */
};

enum grid_answer {
    GRID_PANEL,  /* here it is */
    GRID_LATER,  /* there is none for this taker now: ask again after others have given theirs */
    GRID_OVER,   /* all is done, or the grid was stopped */
    GRID_MEMORY, /* is out */
};

/*
 * Tables of one metric and one alphabet; some may be empty. They and their codes stay the caller's,
 * and stay as they are. Takers are called by their number, from 0 on. Returns NULL when out of
 * memory.
 */
struct grid *grid_open(const struct strips_problem *tables, size_t ntables,
                       struct grid_taker *takers, size_t ntakers, const struct grid_shape *shape);
void grid_close(struct grid *g);

/*
 * Gives a panel to a taker. With `wait`, returns GRID_LATER never. Each panel must come back, by
 * grid_give() or grid_return(), even after grid_stop(); not after grid_close().
 */
enum grid_answer grid_take(struct grid *g, size_t taker, bool wait, struct grid_panel **panel);

/* Reports that `cells` more cells of a panel are done. `work` is a struct grid_work, so that this
 * function can be passed as a callback. Only if grid_has_progress(). */
struct grid_work {
    struct grid *g;
    struct grid_panel *panel;
};
void grid_tell(void *work, uint64_t cells);
bool grid_has_progress(const struct grid *g);

/* The panel is done. */
void grid_give(struct grid *g, struct grid_panel *panel);

/* The panel is not done, and what is in its border does not matter: somebody else will do it. */
void grid_return(struct grid *g, struct grid_panel *panel);

/* Whether there may be panels for the taker: if not, grid_take() tells GRID_OVER. */
bool grid_wants(struct grid *g, size_t taker);

/* Has this called whenever a taker that waits might find something: for a hand that does not wait
 * in grid_take(). It must return at once, and call nothing here. */
void grid_call(struct grid *g, void (*moved)(void));

/* The taker will take no more; others need not count on it. */
void grid_leave(struct grid *g, size_t taker);

/* Nothing is given any more; and what tells those who compute a panel that it is of no use. */
void grid_stop(struct grid *g);
const atomic_bool *grid_stopped(const struct grid *g);

/* Whether all tables are done. */
bool grid_done(struct grid *g);

/* How many rows of a table are done: all, or those up to where the other one meets it. */
size_t grid_rows(const struct grid *g, size_t table);

/* Of a table that is done: the last of these rows, or its last column as that of the turned table,
 * which the caller frees with strips_row_free(); and its score. The row and the column can be had
 * once. */
void grid_row(struct grid *g, size_t table, struct strips_row *row);
void grid_column(struct grid *g, size_t table, struct strips_row *column);
uint64_t grid_score(const struct grid *g, size_t table);

#endif

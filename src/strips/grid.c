/*
 * grid.c - see grid.h.
 *
 * A table has one row of bits for all its tiers: a panel reads the bits of its columns, which the
 * tier above has written, and replaces them when it is done. The same holds for one column of bits.
 * So a panel that is not done has changed nothing.
 */
#include "strips/grid.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/io.h"

static const long NAP = 50 * 1000 * 1000; /* ns between two checks of a waiting executor: some
                                             panels become available only by the passing of time */

struct grid_table {
    const struct strips_problem *p;
    struct strips_border border; /* the lowest row and the rightmost column done so far */
};

struct grid {
    struct grid_shape shape;
    struct grid_table *tables;
    size_t ntables;

    pthread_mutex_t lock; /* guards the members below, and the contents of the tables */
    pthread_cond_t moved;
    void (*call)(void); /* called when a panel may have become available; or NULL */
    struct grid_plan plan;
    atomic_bool stopped;
};

static double now(const struct grid *g)
{
    return g->shape.clock != NULL ? g->shape.clock() : io_seconds();
}

/* --- panels -------------------------------------------------------------------------------- */

/* Returns the part of a problem's sequence that a panel has. */
static struct strips_sequence part_of(const struct strips_sequence *s, size_t first, size_t n,
                                      unsigned code_bytes)
{
    size_t at = s->reversed ? s->n - first - n : first;
    return (struct strips_sequence){(const unsigned char *)s->codes + at * code_bytes, n,
                                    s->reversed};
}

static struct grid_table *table_of(const struct grid *g, const struct grid_panel *p)
{
    return &g->tables[g->plan.tiers[p->tier].table];
}

static void panel_free(struct grid_panel *p)
{
    free(p->bits);
    free(p);
}

/* Returns the next panel of a tier, of `columns` columns, or NULL when out of memory. */
static struct grid_panel *panel_new(const struct grid *g, size_t tier, size_t columns)
{
    const struct grid_tier *t = &g->plan.tiers[tier];
    const struct grid_table *table = &g->tables[t->table];
    struct grid_panel *p = malloc(sizeof *p);
    if (p == NULL)
        return NULL;
    *p = (struct grid_panel){.problem = *table->p, .tier = tier, .column = t->at};
    unsigned bytes = table->p->code_bytes;
    p->problem.rows = part_of(&table->p->rows, t->first, t->rows, bytes);
    p->problem.columns = part_of(&table->p->columns, t->at, columns, bytes);
    p->bits = malloc(strips_border_size(&p->problem) * sizeof *p->bits);
    if (p->bits == NULL) {
        panel_free(p);
        return NULL;
    }
    struct strips_border border = strips_border_at(&p->problem, p->bits);
    strips_deltas_copy(&border.row, 0, &table->border.row, t->at, columns);
    strips_deltas_copy(&border.column, 0, &table->border.column, t->first, t->rows);
    p->border = border;
    return p;
}

static bool is_over(const struct grid *g, size_t executor)
{
    return atomic_load(&g->stopped) || g->plan.cells_left == 0 ||
           grid_plan_excludes(&g->plan, executor);
}

/* Wakes waiting executors. The lock is held. */
static void signal_move(struct grid *g)
{
    pthread_cond_broadcast(&g->moved);
    if (g->call != NULL)
        g->call();
}

void grid_call(struct grid *g, void (*moved)(void))
{
    pthread_mutex_lock(&g->lock);
    g->call = moved;
    pthread_mutex_unlock(&g->lock);
}

/* Waits for signal_move(), at most NAP. */
static void wait_for_move(struct grid *g)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NAP;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_cond_timedwait(&g->moved, &g->lock, &until);
}

static enum grid_answer choose_panel(struct grid *g, size_t executor, struct grid_panel **panel)
{
    size_t columns, tier = grid_plan_choose(&g->plan, executor, now(g), &columns);
    if (tier == SIZE_MAX)
        return GRID_LATER;
    *panel = panel_new(g, tier, columns);
    if (*panel == NULL)
        return GRID_MEMORY;
    (*panel)->executor = executor;
    grid_plan_begin(&g->plan, tier, executor, columns, now(g));
    return GRID_PANEL;
}

enum grid_answer grid_take(struct grid *g, size_t executor, bool waits, struct grid_panel **panel)
{
    enum grid_answer answer = GRID_LATER;
    pthread_mutex_lock(&g->lock);
    while (!is_over(g, executor) && (answer = choose_panel(g, executor, panel)) == GRID_LATER &&
           waits)
        wait_for_move(g);
    if (is_over(g, executor) && answer == GRID_LATER)
        answer = GRID_OVER;
    pthread_mutex_unlock(&g->lock);
    return answer;
}

/* Reports progress. The lock is held. */
static void report_progress(struct grid *g, struct grid_panel *p, uint64_t cells)
{
    p->reported += cells;
    if (g->shape.progress != NULL)
        g->shape.progress(g->shape.context, cells);
}

void grid_report_cells(void *work, uint64_t cells)
{
    const struct grid_work *w = work;
    pthread_mutex_lock(&w->g->lock);
    report_progress(w->g, w->panel, cells);
    pthread_mutex_unlock(&w->g->lock);
}

void grid_give(struct grid *g, struct grid_panel *p)
{
    size_t columns = p->problem.columns.n, rows = p->problem.rows.n;
    pthread_mutex_lock(&g->lock);
    struct strips_border *to = &table_of(g, p)->border;
    strips_deltas_copy(&to->row, p->column, &p->border.row, 0, columns);
    strips_deltas_copy(&to->column, g->plan.tiers[p->tier].first, &p->border.column, 0, rows);
    grid_plan_end(&g->plan, p->tier, p->executor, columns, now(g));
    report_progress(g, p, (uint64_t)rows * columns - p->reported);
    signal_move(g);
    pthread_mutex_unlock(&g->lock);
    panel_free(p);
}

void grid_return(struct grid *g, struct grid_panel *p)
{
    pthread_mutex_lock(&g->lock);
    grid_plan_undo(&g->plan, p->tier, p->executor, p->problem.columns.n, now(g));
    signal_move(g);
    pthread_mutex_unlock(&g->lock);
    panel_free(p);
}

bool grid_wants(struct grid *g, size_t executor)
{
    pthread_mutex_lock(&g->lock);
    bool wants = !is_over(g, executor);
    pthread_mutex_unlock(&g->lock);
    return wants;
}

void grid_leave(struct grid *g, size_t executor)
{
    pthread_mutex_lock(&g->lock);
    grid_plan_leave(&g->plan, executor);
    signal_move(g);
    pthread_mutex_unlock(&g->lock);
}

void grid_stop(struct grid *g)
{
    pthread_mutex_lock(&g->lock);
    atomic_store(&g->stopped, true);
    signal_move(g);
    pthread_mutex_unlock(&g->lock);
}

const atomic_bool *grid_stopped(const struct grid *g)
{
    return &g->stopped;
}

/* --- the whole ----------------------------------------------------------------------------- */

static bool open_tables(struct grid *g, const struct strips_problem *p)
{
    g->tables = calloc(g->ntables + 1, sizeof *g->tables);
    for (size_t i = 0; g->tables != NULL && i < g->ntables; i++) {
        struct strips_border *b = &g->tables[i].border;
        g->tables[i].p = &p[i];
        if (!strips_deltas_open(&b->row, p[i].columns.n, p[i].metric, STRIPS_ROW) ||
            !strips_deltas_open(&b->column, p[i].rows.n, p[i].metric, STRIPS_COLUMN))
            return false;
    }
    return g->tables != NULL;
}

static bool open_plan(struct grid *g, struct grid_executor *executors, size_t nexecutors)
{
    struct grid_lengths *lengths = calloc(g->ntables + 1, sizeof *lengths);
    for (size_t i = 0; lengths != NULL && i < g->ntables; i++)
        lengths[i] = (struct grid_lengths){g->tables[i].p->rows.n, g->tables[i].p->columns.n};
    bool good = lengths != NULL &&
                grid_plan_open(&g->plan, lengths, g->ntables, executors, nexecutors, &g->shape);
    free(lengths);
    return good;
}

struct grid *grid_open(const struct strips_problem *tables, size_t ntables,
                       struct grid_executor *executors, size_t nexecutors,
                       const struct grid_shape *shape)
{
    struct grid *g = malloc(sizeof *g);
    if (g == NULL)
        return NULL;
    *g = (struct grid){.shape = *shape, .ntables = ntables};
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->moved, NULL);
    if (open_tables(g, tables) && open_plan(g, executors, nexecutors))
        return g;
    grid_close(g);
    return NULL;
}

void grid_close(struct grid *g)
{
    if (g == NULL)
        return;
    for (size_t i = 0; g->tables != NULL && i < g->ntables; i++) {
        strips_deltas_free(&g->tables[i].border.row);
        strips_deltas_free(&g->tables[i].border.column);
    }
    free(g->tables);
    grid_plan_close(&g->plan);
    pthread_mutex_destroy(&g->lock);
    pthread_cond_destroy(&g->moved);
    free(g);
}

bool grid_done(struct grid *g)
{
    pthread_mutex_lock(&g->lock);
    bool done = g->plan.cells_left == 0;
    pthread_mutex_unlock(&g->lock);
    return done;
}

/* Takes what is left of a border of n deltas; the score before the first is that of `others` codes
 * of the other sequence alone. */
static struct strips_row take_deltas(struct grid_table *t, struct strips_deltas *deltas, size_t n,
                                     size_t others)
{
    struct strips_row row = {
        .last = n, .score = t->p->metric == STRIPS_LCS ? 0 : others, .deltas = *deltas};
    *deltas = (struct strips_deltas){0};
    return row;
}

void grid_row(struct grid *g, size_t table, struct strips_row *row)
{
    struct grid_table *t = &g->tables[table];
    *row = take_deltas(t, &t->border.row, t->p->columns.n, t->p->rows.n);
}

void grid_column(struct grid *g, size_t table, struct strips_row *column)
{
    struct grid_table *t = &g->tables[table];
    *column = take_deltas(t, &t->border.column, t->p->rows.n, t->p->columns.n);
}

#include "compare/scheduler.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/trace.h"
#include "base/xalloc.h"

enum {
    ROWS_OF_LANE = 64, /* rows of a panel for each thread */
    COLUMNS_OF_LANE = 512,
};

struct member {
    struct scheduler_worker worker;
    size_t first, executors;
};

struct scheduler {
    struct member *members;
    size_t nmembers, members_capacity;
    struct grid_executor *executors;
    size_t nexecutors, executors_capacity;
};

struct scheduler *scheduler_open(void)
{
    return xcalloc(1, sizeof(struct scheduler));
}

void scheduler_close(struct scheduler *c)
{
    for (size_t i = 0; i < c->nmembers; i++)
        if (c->members[i].worker.close != NULL)
            c->members[i].worker.close(c->members[i].worker.context);
    free(c->members);
    free(c->executors);
    free(c);
}

void scheduler_add(struct scheduler *c, const struct scheduler_worker *worker,
                   const struct grid_executor *executors, size_t nexecutors)
{
    xgrow(&c->members, &c->members_capacity, c->nmembers + 1, sizeof *c->members);
    xgrow(&c->executors, &c->executors_capacity, c->nexecutors + nexecutors, sizeof *c->executors);
    c->members[c->nmembers++] = (struct member){*worker, c->nexecutors, nexecutors};
    for (size_t i = 0; i < nexecutors; i++)
        c->executors[c->nexecutors++] = executors[i];
}

size_t scheduler_executors(const struct scheduler *c)
{
    return c->nexecutors;
}

unsigned scheduler_threads(const struct scheduler *c)
{
    unsigned threads = 0;
    for (size_t i = 0; i < c->nmembers; i++)
        threads += c->members[i].worker.threads;
    return threads;
}

unsigned scheduler_dividers(const struct scheduler *c)
{
    unsigned dividers = 0;
    for (size_t i = 0; i < c->nmembers; i++)
        dividers += c->members[i].worker.dividers;
    return dividers;
}

bool scheduler_all_divide(const struct scheduler *c)
{
    bool all = scheduler_dividers(c) > 0;
    for (size_t i = 0; i < c->nmembers; i++)
        all = all && (c->members[i].executors == 0 || c->members[i].worker.divide != NULL);
    return all;
}

const char *scheduler_why(const struct scheduler *c)
{
    const char *why = NULL;
    for (size_t i = 0; i < c->nmembers && why == NULL; i++)
        if (c->members[i].worker.why != NULL)
            why = c->members[i].worker.why(c->members[i].worker.context);
    return why;
}

/* --- a team of threads --------------------------------------------------------------------- */

struct team {
    struct strips_run run;
    unsigned worked; /* most threads that worked at the same time */
    unsigned *sum;
    bool failed;
};

/* Computes the panel, and returns it to the grid. */
static enum strips_status do_panel(struct team *team, struct grid *g, struct grid_panel *panel)
{
    struct grid_work work = {g, panel};
    struct strips_run run = team->run;
    run.worked = &team->worked;
    run.cancel = grid_stopped(g);
    run.progress = grid_report_cells;
    run.context = &work;
    trace(TRACE_COMPARE, "a panel of %zu x %zu codes", panel->problem.rows.n,
          panel->problem.columns.n);
    enum strips_status status = strips_panel(&panel->problem, &run, &panel->border);
    if (status == STRIPS_OK)
        grid_give(g, panel);
    else
        grid_return(g, panel);
    return status;
}

static void team_panels(void *context, struct grid *g, size_t executor)
{
    struct team *team = context;
    struct grid_panel *panel;
    enum grid_answer answer = GRID_OVER;
    while (!team->failed && (answer = grid_take(g, executor, true, &panel)) == GRID_PANEL)
        team->failed = do_panel(team, g, panel) == STRIPS_MEMORY;
    team->failed = team->failed || answer == GRID_MEMORY;
    if (team->failed)
        grid_leave(g, executor);
}

static void team_parts(void *context, struct subproblems *p)
{
    subproblems_work(p, ((const struct team *)context)->run.threads);
}

static void close_team(void *context)
{
    struct team *team = context;
    *team->sum += team->worked;
    free(team);
}

struct grid_executor scheduler_team(const struct strips_kernel *kernel, unsigned threads)
{
    size_t lanes = kernel != NULL ? kernel->lanes : strips_kernels_fastest()->lanes;
    return (struct grid_executor){.rows = ROWS_OF_LANE * lanes * threads,
                                  .columns = COLUMNS_OF_LANE * lanes};
}

void scheduler_add_team(struct scheduler *c, const struct strips_kernel *kernel, unsigned threads,
                        unsigned *worked)
{
    const struct grid_executor executor = scheduler_team(kernel, threads);
    struct team *team = xmalloc(sizeof *team);
    *team = (struct team){.run = {.kernel = kernel, .threads = threads}, .sum = worked};
    const struct scheduler_worker worker = {.context = team,
                                            .panels = team_panels,
                                            .parts = team_parts,
                                            .threads = threads,
                                            .close = close_team};
    scheduler_add(c, &worker, &executor, 1);
}

void scheduler_add_aligners(struct scheduler *c, unsigned threads)
{
    struct team *team = xmalloc(sizeof *team);
    *team = (struct team){.run = {.threads = threads}};
    const struct scheduler_worker worker = {
        .context = team, .parts = team_parts, .threads = threads, .close = free};
    scheduler_add(c, &worker, NULL, 0);
}

/* --- all workers ----------------------------------------------------------------------------- */

/* The current work of all members: one of these is not NULL. */
struct work {
    struct grid *grid;
    struct split_on_device *dividing;
    struct subproblems *parts;
};

struct duty {
    const struct member *member;
    const struct work *work;
    pthread_t thread;
    bool started;
};

static void *do_duty(void *context)
{
    const struct duty *d = context;
    const struct scheduler_worker *worker = &d->member->worker;
    const struct work *work = d->work;
    if (work->grid != NULL && worker->panels != NULL)
        worker->panels(worker->context, work->grid, d->member->first);
    else if (work->dividing != NULL && worker->dividers > 0)
        worker->divide(worker->context, work->dividing);
    else if (work->parts != NULL && worker->parts != NULL)
        worker->parts(worker->context, work->parts);
    return NULL;
}

/* Removes the executors of a member from the grid, because no thread could be started for it. */
static void remove_executors(const struct duty *d)
{
    for (size_t i = 0; d->work->grid != NULL && i < d->member->executors; i++)
        grid_leave(d->work->grid, d->member->first + i);
}

/* Runs each member on its own thread, the first on the caller's. */
static void work_all(struct scheduler *c, const struct work *work)
{
    struct duty *duties = xcalloc(c->nmembers, sizeof *duties);
    for (size_t i = 0; i < c->nmembers; i++)
        duties[i] = (struct duty){.member = &c->members[i], .work = work};
    for (size_t i = 1; i < c->nmembers; i++) {
        duties[i].started = pthread_create(&duties[i].thread, NULL, do_duty, &duties[i]) == 0;
        if (!duties[i].started)
            remove_executors(&duties[i]);
    }
    (void)do_duty(&duties[0]);
    for (size_t i = 1; i < c->nmembers; i++)
        if (duties[i].started)
            (void)pthread_join(duties[i].thread, NULL);
    free(duties);
}

struct grid *scheduler_compute(struct scheduler *c, const struct strips_problem *tables, size_t n,
                               const struct grid_shape *shape)
{
    struct grid *g = grid_open(tables, n, c->executors, c->nexecutors, shape);
    if (g == NULL)
        die_out_of_memory();
    work_all(c, &(struct work){.grid = g});
    if (grid_done(g))
        return g;
    grid_close(g);
    return NULL;
}

void scheduler_divide(struct scheduler *c, struct split_on_device *d)
{
    work_all(c, &(struct work){.dividing = d});
}

bool scheduler_align(struct scheduler *c, struct subproblems *p)
{
    work_all(c, &(struct work){.parts = p});
    subproblems_work(p, 1);
    return subproblems_done(p);
}

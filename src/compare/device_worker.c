#include "compare/device_worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/trace.h"
#include "base/xalloc.h"

struct device_worker {
    const struct strips_device *device;
    unsigned number; /* of the device */
    unsigned worker; /* number among the device's workers, from 0 */
    bool only;       /* its failure stops the whole grid */
    struct strips_solver *solver;
    const char *why; /* reason of a failure; NULL: none */
    bool worked;     /* it has done some work */
    struct device_outcome *outcome;
};

struct grid_executor device_worker_executor(const struct strips_device *device, unsigned number,
                                            unsigned worker)
{
    struct grid_executor executor = {.kind = worker == 0 ? GRID_DEVICE : GRID_SECOND};
    device->liked(number, &executor.rows, &executor.columns);
    return executor;
}

/* Opens the solver. Returns false if the device is not available. Called before the first panel,
 * because the grid measures the time of panels. */
static bool is_open(struct device_worker *w)
{
    if (w->why == NULL && w->solver == NULL) {
        w->solver = w->device->open(w->number);
        w->why = w->solver == NULL ? w->device->why_failed(NULL) : NULL;
        trace(TRACE_COMPARE, "device %u, worker %u: %s", w->number, w->worker,
              w->why != NULL ? w->why : "ready");
    }
    return w->why == NULL;
}

/* Computes the panel, and returns it to the grid. */
static void do_panel(struct device_worker *w, struct grid *g, struct grid_panel *p)
{
    struct grid_work work = {g, p};
    const struct strips_device_run run = {
        .cancel = grid_stopped(g), .progress = grid_report_cells, .context = &work};
    trace(TRACE_COMPARE, "device %u, worker %u: panel of %zu x %zu codes", w->number, w->worker,
          p->problem.rows.n, p->problem.columns.n);
    enum strips_device_status status = w->device->panel(w->solver, &p->problem, &run, &p->border);
    if (status == STRIPS_DEVICE_FAILED)
        w->why = w->device->why_failed(w->solver);
    if (status == STRIPS_DEVICE_OK)
        grid_give(g, p);
    else
        grid_return(g, p);
    w->worked |= status == STRIPS_DEVICE_OK;
}

/* Computes panels until the grid is over, or the device fails. */
static void work_on_panels(void *context, struct grid *g, size_t executor)
{
    struct device_worker *w = context;
    enum grid_answer answer = GRID_OVER;
    struct grid_panel *p;
    while (grid_wants(g, executor) && is_open(w) &&
           (answer = grid_take(g, executor, true, &p)) == GRID_PANEL)
        do_panel(w, g, p);
    if (answer == GRID_MEMORY)
        w->why = strerror(ENOMEM);
    if (w->why != NULL)
        grid_leave(g, executor);
    if (w->why != NULL && w->only)
        grid_stop(g);
}

/* Divides a part. Returns false if the device has failed. */
static bool divide_part(struct device_worker *w, struct split_on_device *d,
                        const struct subproblem *part)
{
    const struct strips_device_run run = {.limited = part->distance < UINT64_MAX,
                                          .limit = part->distance};
    struct strips_problem p = strips_problem_of(&part->s, split_on_device_metric(d));
    struct strips_device_part *v;
    size_t n;
    trace(TRACE_COMPARE, "device %u, worker %u: part of %zu x %zu codes to be divided", w->number,
          w->worker, part->s.m, part->s.n);
    if (w->device->divide(w->solver, &p, split_on_device_cells(d), &run, &v, &n) !=
        STRIPS_DEVICE_OK) {
        w->why = w->device->why_failed(w->solver);
        return false;
    }
    split_on_device_put(d, part, v, n);
    free(v);
    w->worked = true;
    return true;
}

static void divide_parts(void *context, struct split_on_device *d)
{
    struct device_worker *w = context;
    struct subproblem part;
    while (is_open(w) && split_on_device_take(d, &part) && divide_part(w, d, &part))
        continue;
}

static void close_worker(void *context)
{
    struct device_worker *w = context;
    w->outcome->worked |= (uint64_t)w->worked << w->number;
    w->outcome->why = w->why != NULL ? w->why : w->outcome->why;
    if (w->solver != NULL)
        w->device->close(w->solver);
    free(w);
}

static const char *why_failed(void *context)
{
    return ((const struct device_worker *)context)->why;
}

void device_workers_add(struct scheduler *scheduler, const struct strips_device *device,
                        unsigned number, bool only, struct device_outcome *outcome)
{
    for (unsigned i = 0; i < DEVICE_WORKERS; i++) {
        struct device_worker *w = xmalloc(sizeof *w);
        *w = (struct device_worker){
            .device = device, .number = number, .worker = i, .only = only, .outcome = outcome};
        const struct scheduler_worker worker = {.context = w,
                                                .panels = work_on_panels,
                                                .divide = divide_parts,
                                                .dividers = i == 0,
                                                .close = close_worker,
                                                .why = why_failed};
        struct grid_executor executor = device_worker_executor(device, number, i);
        scheduler_add(scheduler, &worker, &executor, 1);
    }
}

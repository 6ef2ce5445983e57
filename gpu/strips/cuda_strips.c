/*
 * cuda_strips.c - see strips_device.h: copies a problem to the device and its last row back.
 */
#include "gpu/strips/cuda_strips.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/base/host.h"
#include "gpu/strips/strips_job.h"
#include "strips/strips_device_cuda.h"

static const struct strips_device *load_device(const struct strips_device *d, const char **why)
{
    *why = device_why_not();
    return *why == NULL ? d : NULL;
}

static unsigned count_devices(void)
{
    unsigned n = 0;
    for (unsigned d = 0; d < device_count(); d++)
        n += device_usable(d);
    return n < STRIPS_DEVICES_MOST ? n : STRIPS_DEVICES_MOST;
}

/* Returns the runtime's number of the usable device `number`. A device that does not exist fails
 * when it is used. */
static unsigned runtime_number(unsigned number)
{
    unsigned d = 0;
    for (; d < device_count(); d++)
        if (device_usable(d) && number-- == 0)
            break;
    return d;
}

static void liked_panel(unsigned number, size_t *rows, size_t *columns)
{
    uint64_t m, n;
    strips_preferred_size(device_processors(runtime_number(number)), &m, &n);
    *rows = m;
    *columns = n;
}

static void prepare_device(unsigned number)
{
    device_prepare(runtime_number(number));
}

static const char *why_failed(const struct strips_solver *c)
{
    return c != NULL && c->why != NULL ? c->why : device_why_failed();
}

/* --- device memory ------------------------------------------------------------------------- */

static void free_solver(struct strips_solver *c)
{
    struct buffer *all[] = {&c->stage,   &c->codes,  &c->borders, &c->sides,  &c->rows,
                            &c->vectors, &c->tables, &c->tasks,   &c->crosses};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buffer_free(all[i]);
    RELEASE(cudaFree, c->control);
    RELEASE(cudaFreeHost, c->seen);
    if (c->stream != NULL)
        RELEASE(cudaStreamDestroy, c->stream);
    if (c->side != NULL)
        RELEASE(cudaStreamDestroy, c->side);
    device_end();
    free(c);
}

static struct strips_solver *open_solver(unsigned number)
{
    struct strips_solver *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->device = runtime_number(number);
    device_begin();
    device_enter();
    if (!device_use(c->device) ||
        !GOOD(cudaStreamCreateWithFlags, &c->stream, cudaStreamNonBlocking) ||
        !GOOD(cudaStreamCreateWithFlags, &c->side, cudaStreamNonBlocking) ||
        !GOOD(cudaMalloc, (void **)&c->control, sizeof *c->control) ||
        !GOOD(cudaMallocHost, (void **)&c->seen, sizeof *c->seen)) {
        free_solver(c);
        c = NULL;
    }
    device_leave();
    return c;
}

static void close_solver(struct strips_solver *c)
{
    if (c == NULL)
        return;
    device_enter();
    free_solver(c);
    device_leave();
}

/* --- the last row -------------------------------------------------------------------------- */

/* Fetches the last row of a table: the final deltas of its border. */
static bool fetch_row(struct strips_job *j, const struct strips_table *t, struct strips_row *row)
{
    const bool both = j->launch.levenshtein;
    *row = (struct strips_row){.last = t->n, .score = both ? t->m : 0};
    if (!host->strips->strips_deltas_open(&row->deltas, t->n,
                                          both ? STRIPS_LEVENSHTEIN : STRIPS_LCS, STRIPS_ROW))
        return strips_job_fail(j, strerror(ENOMEM));
    if (t->n == 0 || device_settle(j->c->stream, strips_fetch_row(j, t, &row->deltas) &&
                                                     device_wait(j->c->stream)))
        return true;
    host->strips->strips_deltas_free(&row->deltas);
    return false;
}

enum strips_device_status strips_cuda_last_row(struct strips_solver *c,
                                               const struct strips_problem *p,
                                               const struct strips_device_run *run,
                                               struct strips_row *row)
{
    struct strips_job j = strips_job_for(c, p, run);
    struct strips_table table;
    device_enter();
    if (!device_use(c->device) ||
        !device_settle(c->stream, strips_job_send(&j, p, &table) && strips_job_run(&j)) ||
        (j.status == STRIPS_DEVICE_OK && !fetch_row(&j, &table, row)))
        j.status = STRIPS_DEVICE_FAILED;
    device_leave();
    if (j.status == STRIPS_DEVICE_OK)
        strips_job_report(&j, 1);
    return j.status;
}

static enum strips_device_status find_score(struct strips_solver *c, const struct strips_problem *p,
                                            const struct strips_device_run *run, uint64_t *score)
{
    struct strips_row row = {0};
    /* Rows are computed in parallel, columns one after the other, so the shorter sequence becomes
     * the columns' partner. */
    struct strips_problem standing = p->columns.n > p->rows.n ? host->strips->strips_turned(p) : *p;
    enum strips_device_status status = strips_cuda_last_row(c, &standing, run, &row);
    if (status != STRIPS_DEVICE_OK)
        return status;
    *score = row.score + host->strips->strips_sum(&row.deltas, 0, row.last);
    host->strips->strips_deltas_free(&row.deltas);
    return STRIPS_DEVICE_OK;
}

const struct strips_device cuda_strips = {
    .name = "cuda",
    .metrics = METRIC_BIT(METRIC_LEVENSHTEIN) | METRIC_BIT(METRIC_INDEL),
    .load = load_device,
    .count = count_devices,
    .prepare = prepare_device,
    .open = open_solver,
    .close = close_solver,
    .why_failed = why_failed,
    .score = find_score,
    .divide = strips_cuda_divide,
    .panel = strips_cuda_panel,
    .liked = liked_panel,
};

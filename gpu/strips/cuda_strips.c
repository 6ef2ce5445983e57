/*
 * cuda_strips.c - see strips_device.h: copies problems to the device and last rows back.
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

/* --- last rows ----------------------------------------------------------------------------- */

/* Fetches the last row of table i: the final deltas of its border. */
static bool fetch_row(struct strips_job *j, size_t i, struct strips_row *row)
{
    const struct strips_table *t = &j->tables[i];
    const bool both = j->launch.levenshtein;
    *row = (struct strips_row){.last = t->n, .score = both ? t->m : 0};
    if (!host->strips->strips_deltas_open(&row->deltas, t->n,
                                          both ? STRIPS_LEVENSHTEIN : STRIPS_LCS, STRIPS_ROW))
        return strips_job_fail(j, strerror(ENOMEM));
    return t->n == 0 || strips_fetch_row(j, t, &row->deltas);
}

static bool fetch_rows(struct strips_job *j, struct strips_row *rows)
{
    size_t longest = 0, i = 0;
    for (size_t k = 0; k < j->n; k++)
        longest = j->tables[k].n > longest ? j->tables[k].n : longest;
    bool good = buffer_reserve(&j->c->rows, 2 * strips_groups_of(longest) * sizeof(uint32_t));
    for (; good && i < j->n; i++)
        good = fetch_row(j, i, &rows[i]);
    if (device_settle(j->c->stream, good && device_wait(j->c->stream)))
        return true;
    while (i > 0)
        host->strips->strips_deltas_free(&rows[--i].deltas);
    return false;
}

enum strips_device_status strips_cuda_last_rows(struct strips_solver *c,
                                                const struct strips_problem *problems, size_t n,
                                                const struct strips_device_run *run,
                                                struct strips_row *rows)
{
    if (n == 0)
        return STRIPS_DEVICE_OK;
    struct strips_job j = strips_job_for(c, problems, run);
    struct strips_table *tables = calloc(n, sizeof *tables);
    enum strips_device_status status = STRIPS_DEVICE_FAILED;
    j.n = n;
    for (size_t i = 0; i < n; i++)
        j.cells += (uint64_t)problems[i].rows.n * problems[i].columns.n;
    if (tables == NULL)
        (void)strips_job_fail(&j, strerror(ENOMEM));
    else if (device_use(c->device) &&
             device_settle(c->stream, strips_job_send(&j, problems, tables) && strips_job_run(&j)))
        status = j.status != STRIPS_DEVICE_OK ? j.status
                 : fetch_rows(&j, rows)       ? STRIPS_DEVICE_OK
                                              : STRIPS_DEVICE_FAILED;
    if (status == STRIPS_DEVICE_OK)
        strips_job_report(&j, 1);
    free(tables);
    return status;
}

static enum strips_device_status find_score(struct strips_solver *c, const struct strips_problem *p,
                                            const struct strips_device_run *run, uint64_t *score)
{
    struct strips_row row = {0};
    /* Rows are computed in parallel, columns one after the other, so the shorter sequence becomes
     * the columns' partner. */
    struct strips_problem standing = p->columns.n > p->rows.n ? host->strips->strips_turned(p) : *p;
    enum strips_device_status status = strips_cuda_last_rows(c, &standing, 1, run, &row);
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

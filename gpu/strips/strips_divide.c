/*
 * strips_divide.c - Hirschberg's recursion on the device, breadth first: see strips_device.h.
 *
 * The device has both sequences forwards and backwards, so a half of a part is described by
 * pointers. One launch computes all halves of a depth: many small tables use the device as well as
 * one large table. The device also finds where the halves meet.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/strips/strips_job.h"

/* A sequence on the device: where its first code is in plane 0, forwards and backwards. */
struct side {
    const uint8_t *forward, *backward;
    size_t n;
    uint64_t stride;
};

struct recursion {
    struct strips_job job;
    const struct strips_problem *p;
    double cells;
    struct side x, y;
    struct strips_device_part *parts;
    size_t nparts;
    /* For one depth: two tables and a crossing for each halved part. */
    struct strips_table *tables;
    struct strips_cross *crosses;
    size_t ncrosses;
};

static bool send_side(struct recursion *r, const struct strips_sequence *s, size_t offset,
                      struct side *side)
{
    struct strips_job *j = &r->job;
    uint8_t *forward = buffer_at(&j->c->codes, offset + STRIPS_MARGIN);
    uint8_t *backward = forward + strips_planes_size(j, s->n);
    *side = (struct side){forward, backward, s->n, strips_planes_stride(s->n)};
    return strips_send_codes(j, r->p->code_bytes, s, forward, backward);
}

static bool send_sides(struct recursion *r)
{
    struct strips_job *j = &r->job;
    struct strips_solver *c = j->c;
    const struct strips_sequence *x = &r->p->rows, *y = &r->p->columns;
    size_t of_x = 2 * strips_planes_size(j, x->n), of_y = 2 * strips_planes_size(j, y->n);
    return buffer_reserve(&c->codes, of_x + of_y) &&
           buffer_reserve(&c->stage,
                          strips_stage_size(r->p->code_bytes, x->n > y->n ? x->n : y->n)) &&
           GOOD(cudaMemsetAsync, c->codes.memory, 0, of_x + of_y, c->stream) &&
           send_side(r, x, 0, &r->x) && send_side(r, y, of_x, &r->y);
}

static bool is_halved(const struct recursion *r, const struct strips_device_part *part)
{
    return part->m > 0 && part->n > 0 && part->m + part->n > 2 &&
           (double)part->m * (double)part->n > r->cells;
}

/* Returns whether the rows are halved; the longer side is, as in hirschberg.c. */
static bool is_halved_down(const struct strips_device_part *part)
{
    return part->n > part->m;
}

/* The distance of a part, or a bound on it that is to be proved; UINT64_MAX: none is known. */
static uint64_t bound_of(const struct recursion *r, const struct strips_device_part *part)
{
    return part->distance < UINT64_MAX ? part->distance
           : r->job.run->limited       ? r->job.run->limit
                                       : UINT64_MAX;
}

/* Makes the tables of both halves of a part, all but their borders. */
static void halve_part(const struct recursion *r, const struct strips_device_part *part,
                       struct strips_table half[2])
{
    bool down = is_halved_down(part);
    const struct side *rows = down ? &r->y : &r->x, *columns = down ? &r->x : &r->y;
    size_t m = down ? part->n : part->m, n = down ? part->m : part->n;
    size_t row = down ? part->column : part->row, column = down ? part->row : part->column;
    const struct diagonal_span band = diagonal_span_within(m, n, bound_of(r, part));
    half[0] = (struct strips_table){.rows = rows->forward + row,
                                    .columns = columns->forward + column,
                                    .row_stride = rows->stride,
                                    .column_stride = columns->stride,
                                    .m = m / 2,
                                    .n = n,
                                    .lowest = band.lowest,
                                    .highest = band.highest};
    half[1] = half[0];
    half[1].rows = rows->backward + (rows->n - row - m);
    half[1].columns = columns->backward + (columns->n - column - n);
    half[1].m = m - m / 2;
}

/* Assigns each table its border. */
static bool place_borders(struct recursion *r)
{
    struct strips_job *j = &r->job;
    size_t words = 0;
    for (size_t i = 0; i < 2 * r->ncrosses; i++)
        words += strips_border_words(j->launch.levenshtein, r->tables[i].n);
    if (!buffer_reserve(&j->c->borders, words * sizeof(uint64_t)))
        return false;
    uint64_t *border = j->c->borders.memory;
    for (size_t i = 0; i < 2 * r->ncrosses; i++) {
        r->tables[i].border = border;
        border += strips_border_words(j->launch.levenshtein, r->tables[i].n);
    }
    return GOOD(strips_border_begin, j->launch.levenshtein, j->c->borders.memory, words,
                j->c->stream);
}

/* Makes the halves of the next depth. r->ncrosses becomes 0 when no part must be halved. */
static bool open_depth(struct recursion *r)
{
    struct strips_device_part *parts;
    r->ncrosses = 0;
    for (size_t i = 0; i < r->nparts; i++)
        r->ncrosses += is_halved(r, &r->parts[i]);
    if (r->ncrosses == 0)
        return true;
    r->tables = calloc(2 * r->ncrosses, sizeof *r->tables);
    r->crosses = calloc(r->ncrosses, sizeof *r->crosses);
    parts = realloc(r->parts, (r->nparts + r->ncrosses) * sizeof *parts);
    if (parts != NULL)
        r->parts = parts;
    if (r->tables == NULL || r->crosses == NULL || parts == NULL)
        return strips_job_fail(&r->job, strerror(ENOMEM));
    r->job.cells = r->job.reported = 0;
    for (size_t i = 0, k = 0; i < r->nparts; i++) {
        const struct strips_device_part *part = &r->parts[i];
        if (!is_halved(r, part))
            continue;
        halve_part(r, part, &r->tables[2 * k]);
        r->crosses[k++].last = is_halved_down(part);
        for (int i = 0; i < 2; i++)
            r->job.cells += strips_job_cells(&r->tables[2 * (k - 1) + (size_t)i]);
    }
    return place_borders(r);
}

/* Finds where the halves meet: r->crosses. */
static bool find_crosses(struct recursion *r)
{
    struct strips_solver *c = r->job.c;
    size_t bytes = r->ncrosses * sizeof *r->crosses;
    for (size_t k = 0; k < r->ncrosses; k++) {
        const struct strips_table *half = &r->tables[2 * k];
        r->crosses[k].upper = (struct strips_half){half[0].m, half[0].border};
        r->crosses[k].lower = (struct strips_half){half[1].m, half[1].border};
        r->crosses[k].n = half[0].n;
    }
    return buffer_send(&c->crosses, r->crosses, bytes, c->stream) &&
           GOOD(strips_find_crosses, r->job.launch.levenshtein, c->crosses.memory,
                (uint32_t)r->ncrosses, c->stream) &&
           GOOD(cudaMemcpyAsync, r->crosses, c->crosses.memory, bytes, cudaMemcpyDeviceToHost,
                c->stream) &&
           device_wait(c->stream);
}

/* Splits each halved part in two, beginning with the last part, because there is room after it. */
static void split_parts(struct recursion *r)
{
    size_t k = r->ncrosses, to = r->nparts + r->ncrosses;
    for (size_t i = r->nparts; i-- > 0;) {
        const struct strips_device_part part = r->parts[i];
        if (!is_halved(r, &part)) {
            r->parts[--to] = part;
            continue;
        }
        const struct strips_cross *cross = &r->crosses[--k];
        struct strips_device_part before = part, after = part;
        before.m = is_halved_down(&part) ? cross->column : part.m / 2;
        before.n = is_halved_down(&part) ? part.n / 2 : cross->column;
        before.distance = cross->before;
        after.row += before.m;
        after.column += before.n;
        after.m -= before.m;
        after.n -= before.n;
        after.distance = cross->after;
        r->parts[--to] = after;
        r->parts[--to] = before;
    }
    r->nparts += r->ncrosses;
}

/* Whether the parts, which are those of a path, keep within the limit. */
static bool is_within(const struct recursion *r)
{
    uint64_t distance = 0;
    for (size_t i = 0; i < r->nparts; i++)
        distance += r->parts[i].distance;
    return !r->job.run->limited || distance <= r->job.run->limit;
}

static bool run_depths(struct recursion *r)
{
    struct strips_job *j = &r->job;
    for (bool more = true; more;) {
        bool good = open_depth(r);
        more = good && r->ncrosses > 0;
        j->tables = r->tables;
        j->n = 2 * r->ncrosses;
        if (more)
            good = strips_job_run(j);
        more = more && good && j->status == STRIPS_DEVICE_OK;
        if (more && (good = find_crosses(r))) {
            split_parts(r);
            strips_job_report(j, 1);
            more = is_within(r);
        }
        (void)device_settle(j->c->stream, good);
        free(r->tables);
        free(r->crosses);
        r->tables = NULL;
        r->crosses = NULL;
        if (!good)
            return false;
    }
    return true;
}

enum strips_device_status strips_cuda_divide(struct strips_solver *c,
                                             const struct strips_problem *p, double cells,
                                             const struct strips_device_run *run,
                                             struct strips_device_part **parts, size_t *count)
{
    struct recursion r = {.job = strips_job_for(c, p, run), .p = p, .cells = cells, .nparts = 1};
    struct strips_job *j = &r.job;
    r.parts = malloc(sizeof *r.parts);
    if (r.parts == NULL) {
        strips_job_fail(j, strerror(ENOMEM));
        return STRIPS_DEVICE_FAILED;
    }
    *r.parts = (struct strips_device_part){0, 0, p->rows.n, p->columns.n, UINT64_MAX};
    device_enter();
    if (!device_use(c->device) || !device_settle(c->stream, send_sides(&r)) || !run_depths(&r))
        j->status = STRIPS_DEVICE_FAILED;
    device_leave();
    if (j->status != STRIPS_DEVICE_OK) {
        free(r.parts);
        return j->status;
    }
    *parts = r.parts;
    *count = r.nparts;
    return STRIPS_DEVICE_OK;
}

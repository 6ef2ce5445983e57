/*
 * strips_panel.c - a panel on the device: a table with sides (strips_tables.h).
 *
 * Both borders are copied to the device and back as bits. If padding rows fill up the last strip,
 * the last row comes back shifted to the right, and its end is in the sides; remove_padding() joins
 * the two.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/strips/strips_job.h"

struct panel {
    struct strips_job job;
    const struct strips_problem *p;
    struct strips_border *border; /* the caller's */
    struct strips_table table;
    uint32_t *sides; /* the result, in host memory */
};

static bool is_both(const struct panel *w)
{
    return w->p->metric == STRIPS_LEVENSHTEIN;
}

static size_t bytes_of(size_t n)
{
    return (n + 31) / 32 * sizeof(uint32_t);
}

/* Returns the words of both planes of the sides. */
static size_t sides_size(const struct panel *w)
{
    return strips_side_words(w->p->rows.n) * (is_both(w) ? 2 : 1);
}

static bool copy_border(const struct panel *w, void *to, const void *from, size_t bytes,
                        enum cudaMemcpyKind way)
{
    return GOOD(cudaMemcpyAsync, to, from, bytes, way, w->job.c->stream);
}

/* --- to the device ------------------------------------------------------------------------- */

static bool send_table(struct panel *w)
{
    struct strips_solver *c = w->job.c;
    const size_t sides = sides_size(w) * sizeof(uint32_t);
    if (!buffer_reserve(&c->sides, sides) || !strips_job_send(&w->job, w->p, &w->table))
        return false;
    w->table.sides = c->sides.memory;
    return GOOD(cudaMemsetAsync, c->sides.memory, 0, sides, c->stream);
}

static bool send_border(const struct panel *w)
{
    const size_t n = w->p->columns.n, row = bytes_of(n), column = bytes_of(w->p->rows.n);
    const struct strips_border *b = w->border;
    uint32_t *up = w->job.c->rows.memory, *down = up + row / sizeof *up;
    uint32_t *falls = w->table.sides + strips_side_words(w->p->rows.n);
    return copy_border(w, up, b->row.up, row, cudaMemcpyHostToDevice) &&
           copy_border(w, w->table.sides, b->column.up, column, cudaMemcpyHostToDevice) &&
           (!is_both(w) ||
            (copy_border(w, down, b->row.down, row, cudaMemcpyHostToDevice) &&
             copy_border(w, falls, b->column.down, column, cudaMemcpyHostToDevice))) &&
           GOOD(strips_border_load, is_both(w), w->table.border, n, up, down, w->job.c->stream);
}

/* --- and back ------------------------------------------------------------------------------ */

static bool fetch_border(struct panel *w)
{
    return strips_fetch_row(&w->job, &w->table, &w->border->row) &&
           copy_border(w, w->sides, w->table.sides, sides_size(w) * sizeof *w->sides,
                       cudaMemcpyDeviceToHost) &&
           device_wait(w->job.c->stream);
}

static uint64_t bit_of_side(const uint32_t *side, size_t i)
{
    return side[i / 32] >> i % 32 & 1;
}

/* Shifts n bits to the left by `by`, and fills with zeros. */
static void move_left(uint64_t *bits, size_t n, size_t by)
{
    const size_t words = (n + 63) / 64;
    if (n % 64 != 0)
        bits[words - 1] &= (UINT64_C(1) << n % 64) - 1;
    for (size_t i = 0; i < words; i++) {
        const size_t from = i + by / 64;
        uint64_t low = from < words ? bits[from] : 0, high = from + 1 < words ? bits[from + 1] : 0;
        bits[i] = by % 64 == 0 ? low : low >> by % 64 | high << (64 - by % 64);
    }
}

/* Removes the padding from the last row: strips_tables.h. */
static void remove_padding(const struct panel *w, size_t padding)
{
    const size_t m = w->p->rows.n, n = w->p->columns.n, tail = padding < n ? padding : n;
    const struct strips_deltas *row = &w->border->row;
    const uint32_t *rises = w->sides, *falls = rises + strips_side_words(m);
    move_left(row->up, n, padding);
    if (is_both(w))
        move_left(row->down, n, padding);
    for (size_t k = 0; k < tail; k++) {
        const size_t i = n - 1 - k;
        uint64_t rise = bit_of_side(rises, m + k);
        row->up[i / 64] |= (is_both(w) ? bit_of_side(falls, m + k) : !rise) << i % 64;
        if (is_both(w))
            row->down[i / 64] |= rise << i % 64;
    }
}

static bool fetch_panel(struct panel *w)
{
    const size_t m = w->p->rows.n;
    w->sides = malloc(sides_size(w) * sizeof *w->sides);
    if (w->sides == NULL)
        return strips_job_fail(&w->job, strerror(ENOMEM));
    bool good = device_settle(w->job.c->stream, fetch_border(w));
    if (good) {
        remove_padding(w, strips_padding(w->job.launch.words, m));
        memcpy(w->border->column.up, w->sides, bytes_of(m));
        if (is_both(w))
            memcpy(w->border->column.down, w->sides + strips_side_words(m), bytes_of(m));
    }
    free(w->sides);
    return good;
}

/* ------------------------------------------------------------------------------------------- */

enum strips_device_status strips_cuda_panel(struct strips_solver *c,
                                            const struct strips_problem *panel,
                                            const struct strips_device_run *run,
                                            struct strips_border *border)
{
    struct panel w = {.job = strips_job_for(c, panel, run), .p = panel, .border = border};
    struct strips_job *j = &w.job;
    if (panel->rows.n == 0 || panel->columns.n == 0)
        return STRIPS_DEVICE_OK;
    j->launch.sides = true;
    device_enter();
    if (!device_use(c->device) ||
        !device_settle(c->stream, send_table(&w) && send_border(&w) && strips_job_run(j)) ||
        (j->status == STRIPS_DEVICE_OK && !fetch_panel(&w)))
        j->status = STRIPS_DEVICE_FAILED;
    device_leave();
    if (j->status == STRIPS_DEVICE_OK)
        strips_job_report(j, 1);
    return j->status;
}

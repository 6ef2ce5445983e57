/*
 * strips_job.c - see strips_job.h: chooses the shape, orders strips or blocks, and monitors the
 * device.
 */
#include "gpu/strips/strips_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "base/least.h"
#include "gpu/base/device.h"

enum {
    STAGE = 1 << 25,  /* bytes of codes copied at a time */
    NAP = 50000,      /* nanoseconds between two polls */
    NAPS_OF_LOOK = 8, /* polls between two progress reports */
};

/* Returns the division of codes below `ncodes` into digits. */
static struct strips_coding coding_for(uint32_t ncodes)
{
    const unsigned bits = ncodes > 2 ? bits_of(ncodes - 1) : 1;
    struct strips_coding coding = {.digits = bits <= 4 ? 1 : bits <= 8 ? 2 : bits <= 16 ? 4 : 8};
    coding.digit_bits = (bits + coding.digits - 1) / coding.digits;
    coding.masks = coding.digits == 1 ? ncodes : coding.digits << coding.digit_bits;
    return coding;
}

struct strips_job strips_job_for(struct strips_solver *c, const struct strips_problem *p,
                                 const struct strips_device_run *run)
{
    c->why = NULL;
    return (struct strips_job){.c = c,
                               .run = run,
                               .launch = {.levenshtein = p->metric == STRIPS_LEVENSHTEIN,
                                          .coding = coding_for(p->ncodes)}};
}

/* --- device memory ------------------------------------------------------------------------- */

uint64_t strips_planes_stride(size_t n)
{
    return buffer_aligned(n + 2 * (size_t)STRIPS_MARGIN);
}

size_t strips_planes_size(const struct strips_job *j, size_t n)
{
    return strips_planes_stride(n) * ((j->launch.coding.digits + 1) / 2);
}

size_t strips_stage_size(unsigned code_bytes, size_t n)
{
    return n < STAGE / code_bytes ? n * code_bytes : STAGE;
}

/* Encodes the n staged codes, codes [i, i + n) of the sequence, into the planes. */
static bool encode_planes(struct strips_job *j, unsigned code_bytes,
                          const struct strips_sequence *s, bool reversed, size_t i, size_t n,
                          uint8_t *to)
{
    return GOOD(strips_encode, j->c->stage.memory, code_bytes, n, reversed, j->launch.coding,
                to + (reversed ? s->n - i - n : i), strips_planes_stride(s->n), j->c->stream);
}

bool strips_send_codes(struct strips_job *j, unsigned code_bytes, const struct strips_sequence *s,
                       uint8_t *to, uint8_t *backwards)
{
    size_t piece = STAGE / code_bytes;
    for (size_t i = 0; i < s->n; i += piece) {
        size_t n = s->n - i < piece ? s->n - i : piece;
        const unsigned char *from = (const unsigned char *)s->codes + i * code_bytes;
        if (!GOOD(cudaMemcpyAsync, j->c->stage.memory, from, n * code_bytes, cudaMemcpyHostToDevice,
                  j->c->stream) ||
            !encode_planes(j, code_bytes, s, s->reversed, i, n, to) ||
            (backwards != NULL && !encode_planes(j, code_bytes, s, !s->reversed, i, n, backwards)))
            return false;
    }
    return true;
}

bool strips_job_send(struct strips_job *j, const struct strips_problem *p,
                     struct strips_table *table)
{
    struct strips_solver *c = j->c;
    const unsigned width = p->code_bytes;
    const size_t m = p->rows.n, n = p->columns.n;
    const size_t of_rows = strips_planes_size(j, m), codes = of_rows + strips_planes_size(j, n);
    const uint64_t words = strips_border_words(j->launch.levenshtein, n);
    j->tables = table;
    j->n = 1;
    j->cells = (uint64_t)m * n;
    if (!buffer_reserve(&c->codes, codes) ||
        !buffer_reserve(&c->borders, words * sizeof(uint64_t)) ||
        !buffer_reserve(&c->rows, 2 * strips_groups_of(n) * sizeof(uint32_t)) ||
        !buffer_reserve(&c->stage, strips_stage_size(width, most_u64(m, n))) ||
        !GOOD(cudaMemsetAsync, c->codes.memory, 0, codes, c->stream))
        return false;
    uint8_t *rows = buffer_at(&c->codes, STRIPS_MARGIN), *columns = rows + of_rows;
    *table = (struct strips_table){.rows = rows,
                                   .columns = columns,
                                   .row_stride = strips_planes_stride(m),
                                   .column_stride = strips_planes_stride(n),
                                   .m = m,
                                   .n = n,
                                   .lowest = -(int64_t)m,
                                   .highest = (int64_t)n,
                                   .border = c->borders.memory};
    return strips_send_codes(j, width, &p->rows, rows, NULL) &&
           strips_send_codes(j, width, &p->columns, columns, NULL) &&
           (j->launch.sides ||
            GOOD(strips_border_begin, j->launch.levenshtein, c->borders.memory, words, c->stream));
}

bool strips_fetch_row(struct strips_job *j, const struct strips_table *t,
                      const struct strips_deltas *row)
{
    const bool both = j->launch.levenshtein;
    const size_t groups = strips_groups_of(t->n), bytes = groups * sizeof(uint32_t);
    uint32_t *up = j->c->rows.memory, *down = up + groups;
    cudaStream_t stream = j->c->stream;
    return GOOD(strips_border_end, both, t->border, t->n, up, down, stream) &&
           GOOD(cudaMemcpyAsync, row->up, up, bytes, cudaMemcpyDeviceToHost, stream) &&
           (!both || GOOD(cudaMemcpyAsync, row->down, down, bytes, cudaMemcpyDeviceToHost, stream));
}

/* --- watching ------------------------------------------------------------------------------ */

void strips_job_report(struct strips_job *j, double part)
{
    uint64_t done = part < 1 ? (uint64_t)(part * (double)j->cells) : j->cells;
    if (j->run->progress != NULL && done > j->reported)
        j->run->progress(j->run->context, done - j->reported);
    j->reported = done > j->reported ? done : j->reported;
}

/* Returns whether the job is cancelled; if so, sets j->status. */
static bool is_cancelled(struct strips_job *j)
{
    if (j->run->cancel != NULL && atomic_load(j->run->cancel))
        j->status = STRIPS_DEVICE_CANCELLED;
    return j->status == STRIPS_DEVICE_CANCELLED;
}

static bool tell_stop(struct strips_solver *c)
{
    return GOOD(cudaMemsetAsync, &c->control->stop, 1, sizeof c->control->stop, c->side) &&
           device_wait(c->side);
}

/* Reports progress. A whole launch counts `units`. Returns false if there has been none for too
 * long. */
static bool report(struct strips_job *j, uint64_t units, int64_t begun)
{
    struct strips_solver *c = j->c;
    uint64_t before = c->seen->done;
    bool late = device_is_late(begun);
    if (!GOOD(cudaMemcpyAsync, c->seen, c->control, sizeof *c->seen, cudaMemcpyDeviceToHost,
              c->side) ||
        !device_wait(c->side))
        return false;
    if (c->seen->done != before)
        device_progress();
    else if (late)
        return device_hang();
    strips_job_report(j, (double)c->seen->done / (double)units);
    return true;
}

/* Waits until the launch is done, and reports progress meanwhile. */
static bool await_launch(struct strips_job *j, uint64_t units)
{
    struct strips_solver *c = j->c;
    const struct timespec nap = {.tv_nsec = NAP};
    const int64_t begun = device_clock();
    for (unsigned naps = 1; cudaStreamQuery(c->stream) == cudaErrorNotReady; naps++) {
        (void)nanosleep(&nap, NULL);
        if (j->status == STRIPS_DEVICE_OK && is_cancelled(j) && !tell_stop(c))
            return false;
        if (naps % NAPS_OF_LOOK == 0 && !report(j, units, begun))
            return false;
    }
    (void)cudaGetLastError(); /* clears cudaErrorNotReady */
    return device_wait(c->stream);
}

/* --- strips -------------------------------------------------------------------------------- */

static uint64_t strips_of(uint64_t m, unsigned words)
{
    return (m + strips_rows(words) - 1) / strips_rows(words);
}

static bool is_empty(const struct strips_table *t)
{
    return t->m == 0 || t->n == 0;
}

/* Most columns of a strip of the table. */
static uint64_t columns_of(const struct strips_table *t, unsigned words)
{
    return least_u64(t->n, strips_rows(words) + (uint64_t)(t->highest - t->lowest));
}

/* Whether strips of the table end before its last column. */
static bool is_band(const struct strips_table *t, unsigned words)
{
    return columns_of(t, words) < t->n;
}

uint64_t strips_job_cells(const struct strips_table *t)
{
    return t->m * least_u64(t->n, (uint64_t)(t->highest - t->lowest) + 1);
}

/* How many strips of the table can run at the same time: one begins where the one above has done
 * the columns before its own, and is a little ahead. */
static uint64_t abreast_of(const struct strips_table *t, unsigned words)
{
    uint64_t strips = strips_of(t->m, words), ahead = strips_rows(words) + STRIPS_LAG;
    return is_band(t, words) ? least_u64(strips, columns_of(t, words) / ahead + 2) : strips;
}

/* The strips of all tables, if a lane has this number of words. */
static struct strips_extent extent_of(const struct strips_job *j, unsigned words)
{
    struct strips_extent e = {0};
    for (size_t i = 0; i < j->n; i++) {
        const struct strips_table *t = &j->tables[i];
        if (is_empty(t))
            continue;
        e.abreast += abreast_of(t, words);
        e.chain = most_u64(e.chain, strips_of(t->m, words));
        e.columns = most_u64(e.columns, columns_of(t, words));
        e.shift = is_band(t, words) ? strips_rows(words) : e.shift;
    }
    return e;
}

/* Chooses the shape with the least estimated time. If the caller requests a shape, uses it, or the
 * next smaller one that fits the device. */
static bool choose_words(struct strips_job *j)
{
    double least = 0;
    unsigned asked = j->run->words, most = asked > 0 ? asked : STRIPS_MOST_WORDS, best = 0;
    for (unsigned words = STRIPS_LEAST_WORDS; words <= most; words *= 2) {
        struct strips_launch shape = j->launch;
        struct strips_extent extent = extent_of(j, words);
        double time;
        shape.words = words;
        if (!GOOD(strips_estimate, &shape, &extent, &time))
            return false;
        if (time > 0 && (best == 0 || time < least || asked > 0)) {
            least = time;
            best = words;
        }
    }
    j->launch.words = best;
    return best > 0 || strips_job_fail(j, "the device has too little shared memory");
}

/* Appends strip s of table i, if there is one, to the tasks. */
static void append_strip(struct strips_job *j, struct strips_task *tasks, size_t i, uint64_t s,
                         uint64_t *units)
{
    const struct strips_table *t = &j->tables[i];
    const unsigned words = j->launch.words;
    if (is_empty(t) || s >= strips_of(t->m, words))
        return;
    uint64_t groups = strips_groups_end(t, words, j->launch.sides, s) -
                      strips_groups_begin(t, words, j->launch.sides, s);
    tasks[j->launch.ntasks++] = (struct strips_task){(uint32_t)i, (uint32_t)s};
    *units += groups / STRIPS_REPORT_GROUPS + 1;
}

/* Makes the list of all strips; NULL: out of memory. The strips of each table are in order. Whole
 * tables come one after another, bands side by side: each has few strips that can run at once. */
static struct strips_task *list_tasks(struct strips_job *j, uint64_t *units)
{
    const struct strips_extent e = extent_of(j, j->launch.words);
    size_t count = 0;
    *units = 0;
    for (size_t i = 0; i < j->n; i++)
        count += is_empty(&j->tables[i]) ? 0 : strips_of(j->tables[i].m, j->launch.words);
    struct strips_task *tasks = malloc(count * sizeof *tasks);
    j->launch.ntasks = 0;
    j->launch.abreast = e.abreast;
    for (size_t i = 0; i < j->n && tasks != NULL && e.shift == 0; i++)
        for (uint64_t s = 0; s < strips_of(j->tables[i].m, j->launch.words); s++)
            append_strip(j, tasks, i, s, units);
    for (uint64_t s = 0; s < e.chain && tasks != NULL && e.shift > 0; s++)
        for (size_t i = 0; i < j->n; i++)
            append_strip(j, tasks, i, s, units);
    return tasks;
}

/* Copies the tables and the list of strips, and synchronizes, so that `stop` can be set
 * afterwards. */
static bool send_launch(struct strips_job *j, const struct strips_task *tasks)
{
    struct strips_solver *c = j->c;
    bool good = buffer_send(&c->tasks, tasks, j->launch.ntasks * sizeof *tasks, c->stream) &&
                buffer_send(&c->tables, j->tables, j->n * sizeof *j->tables, c->stream) &&
                GOOD(cudaMemsetAsync, c->control, 0, sizeof *c->control, c->stream) &&
                device_wait(c->stream);
    j->launch.tasks = c->tasks.memory;
    j->launch.tables = c->tables.memory;
    j->launch.control = c->control;
    return device_settle(c->stream, good);
}

static bool run_strips(struct strips_job *j)
{
    uint64_t units;
    if (!choose_words(j))
        return false;
    struct strips_task *tasks = list_tasks(j, &units);
    if (tasks == NULL)
        return strips_job_fail(j, strerror(ENOMEM));
    bool good = send_launch(j, tasks);
    free(tasks);
    return good && GOOD(strips_wave, &j->launch, j->c->stream) && await_launch(j, units);
}

/* --- blocks -------------------------------------------------------------------------------- */

enum { DIAGONALS_AHEAD = 256 /* launches queued before one is waited for */ };

/* Computes all anti-diagonals of one table. Returns true also if cancelled. */
static bool run_diagonals(struct strips_job *j, const struct strips_table *t)
{
    struct strips_solver *c = j->c;
    uint64_t diagonals = strips_blocks_diagonals(t->m, t->n);
    if (!buffer_reserve(&c->vectors, strips_blocks_bytes(t->m)) ||
        !GOOD(cudaMemsetAsync, c->vectors.memory, 0xff, strips_blocks_bytes(t->m), c->stream))
        return false;
    for (uint64_t d = 0; d < diagonals; d++) {
        if (!GOOD(strips_blocks_step, t, j->launch.coding, c->vectors.memory, d, c->stream))
            return false;
        if (d % DIAGONALS_AHEAD == 0) {
            if (!device_wait(c->stream))
                return false;
            if (is_cancelled(j))
                return true;
            if (j->n == 1)
                strips_job_report(j, (double)d / (double)diagonals);
        }
    }
    return true;
}

static bool run_blocks(struct strips_job *j)
{
    for (size_t i = 0; i < j->n && j->status == STRIPS_DEVICE_OK; i++)
        if (!is_empty(&j->tables[i]) && !run_diagonals(j, &j->tables[i]))
            return false;
    return device_wait(j->c->stream);
}

/* ------------------------------------------------------------------------------------------- */

bool strips_job_run(struct strips_job *j)
{
    bool blocks = j->run->blocks, empty = true;
    if (blocks && j->launch.levenshtein)
        return strips_job_fail(j, "blocks are only for the longest common subsequence");
    if (blocks && j->launch.sides)
        return strips_job_fail(j, "blocks are only for whole tables");
    for (size_t i = 0; i < j->n; i++)
        empty = empty && is_empty(&j->tables[i]);
    if (empty)
        return device_wait(j->c->stream);
    return blocks ? run_blocks(j) : run_strips(j);
}

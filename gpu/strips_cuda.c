/*
 * strips_cuda.c - see strips_cuda.h: memory, copies, and watching the device at work.
 */
#include "strips_cuda.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device.h"
#include "strips_kernels.h"

enum {
    STAGE = 1 << 25,  /* bytes of codes that are copied at a time */
    LEAST_WORDS = 4,
    MOST_WORDS = 16,
    ALIGNMENT = 256,  /* of what lies in one piece of device memory */
    NAP = 50000,      /* nanoseconds between two looks at the device */
    NAPS_OF_LOOK = 8, /* between two looks at how far it is */
};

/* Device memory that grows. */
struct buffer {
    void *memory;
    size_t size;
};

struct strips_cuda {
    unsigned device;
    cudaStream_t stream, side; /* the work; what is asked and told meanwhile */
    struct buffer stage, codes, borders, rows, vectors, tables, turns;
    struct strips_control *control, *seen; /* on the device; as last seen, in pinned memory */
    const char *why;                       /* NULL: device_why_failed() */
};

/* One call. */
struct job {
    struct strips_cuda *c;
    const struct strips_problem *problems;
    size_t n;
    const struct strips_cuda_run *run;
    struct strips_launch launch;
    struct strips_table *tables;  /* of all problems */
    uint64_t cells, told;         /* in all; told so far */
    enum strips_cuda_status status;
};

const char *strips_cuda_why_not(void)
{
    return device_why_not();
}

const char *strips_cuda_why_failed(const struct strips_cuda *c)
{
    return c != NULL && c->why != NULL ? c->why : device_why_failed();
}

/* --- device memory ------------------------------------------------------------------------- */

static void *at(const struct buffer *b, size_t offset)
{
    return (unsigned char *)b->memory + offset;
}

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool reserve(struct buffer *b, size_t size)
{
    if (size <= b->size)
        return true;
    (void)cudaFree(b->memory);
    *b = (struct buffer){0};
    if (!GOOD(cudaMalloc, &b->memory, size))
        return false;
    b->size = size;
    return true;
}

static void release(struct buffer *b)
{
    (void)cudaFree(b->memory);
    *b = (struct buffer){0};
}

void strips_cuda_close(struct strips_cuda *c)
{
    if (c == NULL)
        return;
    struct buffer *all[] = {&c->stage,   &c->codes,  &c->borders, &c->rows,
                            &c->vectors, &c->tables, &c->turns};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        release(all[i]);
    (void)cudaFree(c->control);
    (void)cudaFreeHost(c->seen);
    if (c->stream != NULL)
        (void)cudaStreamDestroy(c->stream);
    if (c->side != NULL)
        (void)cudaStreamDestroy(c->side);
    free(c);
}

struct strips_cuda *strips_cuda_open(unsigned device)
{
    struct strips_cuda *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->device = device;
    if (!device_use(device) ||
        !GOOD(cudaStreamCreateWithFlags, &c->stream, cudaStreamNonBlocking) ||
        !GOOD(cudaStreamCreateWithFlags, &c->side, cudaStreamNonBlocking) ||
        !GOOD(cudaMalloc, (void **)&c->control, sizeof *c->control) ||
        !GOOD(cudaMallocHost, (void **)&c->seen, sizeof *c->seen)) {
        strips_cuda_close(c);
        return NULL;
    }
    return c;
}

/* --- tables on the device ------------------------------------------------------------------ */

static uint64_t plane_stride(size_t n)
{
    return aligned(n + 2 * (size_t)STRIPS_MARGIN);
}

static size_t planes_size(const struct job *j, size_t n)
{
    return plane_stride(n) * ((j->launch.coding.digits + 1) / 2);
}

/* Codes of one side, in pieces, to the planes at `to`, which begin with a margin. */
static bool send_codes(const struct job *j, const struct strips_sequence *s, uint8_t *to)
{
    struct strips_cuda *c = j->c;
    unsigned width = j->problems->code_bytes;
    size_t piece = STAGE / width;
    for (size_t i = 0; i < s->n; i += piece) {
        size_t n = s->n - i < piece ? s->n - i : piece;
        const unsigned char *from = (const unsigned char *)s->codes + i * width;
        uint8_t *first = to + STRIPS_MARGIN + (s->reversed ? s->n - i - n : i);
        if (!GOOD(cudaMemcpyAsync, c->stage.memory, from, n * width, cudaMemcpyHostToDevice,
                  c->stream) ||
            !GOOD(strips_encode, c->stage.memory, width, n, s->reversed, j->launch.coding, first,
                  plane_stride(s->n), c->stream))
            return false;
    }
    return true;
}

static bool is_empty(const struct strips_problem *p)
{
    return p->rows.n == 0 || p->columns.n == 0;
}

/* Memory for all tables, and where each lies in it. */
static bool place_tables(struct job *j)
{
    struct strips_cuda *c = j->c;
    size_t codes = 0, borders = 0, stage = 0;
    for (int pass = 0; pass < 2; pass++) {
        codes = borders = 0;
        for (size_t i = 0; i < j->n; i++) {
            const struct strips_problem *p = &j->problems[i];
            size_t m = p->rows.n, n = p->columns.n, longer = (m > n ? m : n) * p->code_bytes;
            stage = longer > stage ? longer : stage;
            j->tables[i] = (struct strips_table){
                .rows = at(&c->codes, codes + STRIPS_MARGIN),
                .columns = at(&c->codes, codes + planes_size(j, m) + STRIPS_MARGIN),
                .row_stride = plane_stride(m),
                .column_stride = plane_stride(n),
                .m = m,
                .n = n,
                .border = at(&c->borders, borders)};
            codes += planes_size(j, m) + planes_size(j, n);
            borders += aligned(strips_border_words(j->launch.levenshtein, n) * sizeof(uint64_t));
        }
        if (pass == 0 && (!reserve(&c->codes, codes) || !reserve(&c->borders, borders) ||
                          !reserve(&c->stage, stage < STAGE ? stage : STAGE)))
            return false;
    }
    return GOOD(cudaMemsetAsync, c->codes.memory, 0, codes, c->stream);
}

static bool send_tables(struct job *j)
{
    if (!place_tables(j))
        return false;
    for (size_t i = 0; i < j->n; i++) {
        const struct strips_problem *p = &j->problems[i];
        const struct strips_table *t = &j->tables[i];
        if (!send_codes(j, &p->rows, (uint8_t *)t->rows - STRIPS_MARGIN) ||
            !send_codes(j, &p->columns, (uint8_t *)t->columns - STRIPS_MARGIN) ||
            (t->n > 0 && !GOOD(strips_border_begin, j->launch.levenshtein, t->border, t->n,
                               j->c->stream)))
            return false;
    }
    return true;
}

/* The border's deltas of one table. */
static bool fetch_row(struct job *j, size_t i, struct strips_row *row)
{
    struct strips_cuda *c = j->c;
    const struct strips_table *t = &j->tables[i];
    size_t groups = strips_groups_of(t->n), bytes = groups * sizeof(uint32_t);
    size_t words = t->n / 64 + 1;
    bool both = j->launch.levenshtein;
    *row = (struct strips_row){.last = t->n, .score = both ? t->m : 0};
    row->deltas.up = calloc(words, sizeof *row->deltas.up);
    row->deltas.down = both ? calloc(words, sizeof *row->deltas.down) : NULL;
    if (row->deltas.up == NULL || (both && row->deltas.down == NULL)) {
        c->why = strerror(ENOMEM);
        return false;
    }
    if (t->n == 0)
        return true;
    uint32_t *up = c->rows.memory, *down = up + groups;
    return GOOD(strips_border_end, both, t->border, t->n, up, down, c->stream) &&
           GOOD(cudaMemcpyAsync, row->deltas.up, up, bytes, cudaMemcpyDeviceToHost, c->stream) &&
           (!both || GOOD(cudaMemcpyAsync, row->deltas.down, down, bytes, cudaMemcpyDeviceToHost,
                          c->stream));
}

static bool fetch_rows(struct job *j, struct strips_row *rows)
{
    size_t longest = 0, i = 0;
    for (size_t k = 0; k < j->n; k++)
        longest = j->tables[k].n > longest ? j->tables[k].n : longest;
    bool good = reserve(&j->c->rows, 2 * strips_groups_of(longest) * sizeof(uint32_t));
    for (; good && i < j->n; i++)
        good = fetch_row(j, i, &rows[i]);
    if (good && GOOD(cudaStreamSynchronize, j->c->stream))
        return true;
    (void)cudaStreamSynchronize(j->c->stream);
    while (i > 0)
        strips_row_free(&rows[--i]);
    return false;
}

/* --- watching ------------------------------------------------------------------------------ */

static void tell(struct job *j, double part)
{
    uint64_t done = part < 1 ? (uint64_t)(part * (double)j->cells) : j->cells;
    if (j->run->progress != NULL && done > j->told)
        j->run->progress(j->run->context, done - j->told);
    j->told = done > j->told ? done : j->told;
}

static bool cancelled(struct job *j)
{
    if (j->run->cancel != NULL && atomic_load(j->run->cancel))
        j->status = STRIPS_CUDA_CANCELLED;
    return j->status == STRIPS_CUDA_CANCELLED;
}

static bool tell_stop(struct strips_cuda *c)
{
    return GOOD(cudaMemsetAsync, &c->control->stop, 1, sizeof c->control->stop, c->side) &&
           GOOD(cudaStreamSynchronize, c->side);
}

static bool look(struct strips_cuda *c)
{
    return GOOD(cudaMemcpyAsync, c->seen, c->control, sizeof *c->seen, cudaMemcpyDeviceToHost,
                c->side) &&
           GOOD(cudaStreamSynchronize, c->side);
}

/* Waits until the launch is done, whose reports will be `units`. */
static bool watch(struct job *j, uint64_t units)
{
    struct strips_cuda *c = j->c;
    const struct timespec nap = {.tv_nsec = NAP};
    for (unsigned naps = 1; cudaStreamQuery(c->stream) == cudaErrorNotReady; naps++) {
        (void)nanosleep(&nap, NULL);
        if (j->status == STRIPS_CUDA_OK && cancelled(j) && !tell_stop(c))
            return false;
        if (j->run->progress != NULL && naps % NAPS_OF_LOOK == 0) {
            if (!look(c))
                return false;
            tell(j, (double)c->seen->done / (double)units);
        }
    }
    (void)cudaGetLastError(); /* that it was not ready */
    return GOOD(cudaStreamSynchronize, c->stream);
}

/* --- strips -------------------------------------------------------------------------------- */

static uint64_t strips_of(uint64_t m, unsigned words)
{
    return (m + strips_rows(words) - 1) / strips_rows(words);
}

/* The shape whose estimated time is the least; or, of those up to what the caller asks for, the
 * largest that fits the device. */
static bool choose_words(struct job *j)
{
    double least = 0;
    struct strips_launch best = j->launch;
    unsigned most = j->run->words > 0 ? j->run->words : MOST_WORDS;
    for (unsigned words = LEAST_WORDS; words <= most; words *= 2) {
        struct strips_launch shape = j->launch;
        uint64_t strips = 0, chain = 0, columns = 0;
        double time;
        shape.words = words;
        for (size_t i = 0; i < j->n; i++) {
            uint64_t of_table = strips_of(j->tables[i].m, words);
            strips += of_table;
            chain = of_table > chain ? of_table : chain;
            columns = j->tables[i].n > columns ? j->tables[i].n : columns;
        }
        if (!GOOD(strips_estimate, &shape, strips, chain, columns, &time))
            return false;
        if (time > 0 && (best.words == 0 || time < least || j->run->words > 0)) {
            least = time;
            best = shape;
        }
    }
    j->launch = best;
    return true;
}

/* All strips, those of each table in order. */
static bool send_turns(struct job *j, uint64_t *units)
{
    struct strips_cuda *c = j->c;
    size_t count = 0;
    *units = 0;
    for (size_t i = 0; i < j->n; i++)
        count += is_empty(&j->problems[i]) ? 0 : strips_of(j->tables[i].m, j->launch.words);
    struct strips_turn *turns = malloc(count * sizeof *turns + 1);
    if (turns == NULL) {
        c->why = strerror(ENOMEM);
        return false;
    }
    count = 0;
    for (size_t i = 0; i < j->n; i++) {
        uint64_t strips = is_empty(&j->problems[i]) ? 0
                                                    : strips_of(j->tables[i].m, j->launch.words);
        for (uint64_t s = 0; s < strips; s++)
            turns[count++] = (struct strips_turn){(uint32_t)i, (uint32_t)s};
        *units += strips * (strips_groups_of(j->tables[i].n) / STRIPS_REPORT_GROUPS + 1);
    }
    bool good = reserve(&c->turns, count * sizeof *turns + 1) &&
                GOOD(cudaMemcpyAsync, c->turns.memory, turns, count * sizeof *turns,
                     cudaMemcpyHostToDevice, c->stream);
    free(turns);
    j->launch.turns = c->turns.memory;
    j->launch.nturns = (uint32_t)count;
    return good;
}

static bool run_strips(struct job *j)
{
    struct strips_cuda *c = j->c;
    uint64_t units;
    if (!choose_words(j) || !send_turns(j, &units))
        return false;
    if (j->launch.nturns == 0)
        return true;
    if (!reserve(&c->tables, j->n * sizeof *j->tables) ||
        !GOOD(cudaMemcpyAsync, c->tables.memory, j->tables, j->n * sizeof *j->tables,
              cudaMemcpyHostToDevice, c->stream) ||
        !GOOD(cudaMemsetAsync, c->control, 0, sizeof *c->control, c->stream) ||
        !GOOD(cudaStreamSynchronize, c->stream))
        return false;
    j->launch.tables = c->tables.memory;
    j->launch.control = c->control;
    return GOOD(strips_wave, &j->launch, c->stream) && watch(j, units);
}

/* --- blocks -------------------------------------------------------------------------------- */

enum { DIAGONALS_AHEAD = 256 /* that are launched before one is waited for */ };

static bool run_blocks(struct job *j)
{
    struct strips_cuda *c = j->c;
    for (size_t i = 0; i < j->n; i++) {
        const struct strips_table *t = &j->tables[i];
        if (is_empty(&j->problems[i]))
            continue;
        uint64_t diagonals = strips_blocks_diagonals(t->m, t->n);
        if (!reserve(&c->vectors, strips_of(t->m, 1) * strips_rows(1) / 8) ||
            !GOOD(strips_blocks_begin, t, c->vectors.memory, c->stream))
            return false;
        for (uint64_t d = 0; d < diagonals; d++) {
            if (!GOOD(strips_blocks_step, t, j->launch.coding, c->vectors.memory, d, c->stream))
                return false;
            if (d % DIAGONALS_AHEAD == 0) {
                if (!GOOD(cudaStreamSynchronize, c->stream))
                    return false;
                if (cancelled(j))
                    return true;
                if (j->n == 1)
                    tell(j, (double)d / (double)diagonals);
            }
        }
    }
    return GOOD(cudaStreamSynchronize, c->stream);
}

/* ------------------------------------------------------------------------------------------- */

static bool solve(struct job *j, struct strips_row *rows)
{
    struct strips_cuda *c = j->c;
    bool blocks = j->run->algorithm == STRIPS_CUDA_BLOCKS;
    c->why = NULL;
    if (blocks && j->launch.levenshtein)
        c->why = "blocks can only do the longest common subsequence";
    if (c->why == NULL && j->tables == NULL)
        c->why = strerror(ENOMEM);
    if (c->why != NULL || !device_use(c->device) || !send_tables(j))
        return false;
    if (!(blocks ? run_blocks(j) : run_strips(j)))
        return false;
    if (j->status != STRIPS_CUDA_OK)
        return true;
    tell(j, 1);
    return fetch_rows(j, rows);
}

enum strips_cuda_status strips_cuda_last_rows(struct strips_cuda *c,
                                              const struct strips_problem *problems, size_t n,
                                              const struct strips_cuda_run *run,
                                              struct strips_row *rows)
{
    if (n == 0)
        return STRIPS_CUDA_OK;
    struct job j = {.c = c, .problems = problems, .n = n, .run = run};
    j.launch.levenshtein = problems->metric == STRIPS_LEVENSHTEIN;
    j.launch.coding = strips_coding_for(problems->ncodes);
    j.tables = calloc(n, sizeof *j.tables);
    for (size_t i = 0; i < n; i++)
        j.cells += (uint64_t)problems[i].rows.n * problems[i].columns.n;
    if (!solve(&j, rows))
        j.status = STRIPS_CUDA_FAILED;
    free(j.tables);
    return j.status;
}

static uint64_t sum(const struct strips_deltas *d, size_t n)
{
    uint64_t total = 0;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t bits = n - i < 64 ? (UINT64_C(1) << (n - i)) - 1 : ~UINT64_C(0);
        total += (uint64_t)__builtin_popcountll(d->up[i / 64] & bits);
        if (d->down != NULL)
            total -= (uint64_t)__builtin_popcountll(d->down[i / 64] & bits);
    }
    return total;
}

enum strips_cuda_status strips_cuda_score(struct strips_cuda *c, const struct strips_problem *p,
                                          const struct strips_cuda_run *run, uint64_t *score)
{
    struct strips_row row;
    enum strips_cuda_status status = strips_cuda_last_rows(c, p, 1, run, &row);
    if (status != STRIPS_CUDA_OK)
        return status;
    *score = row.score + sum(&row.deltas, row.last);
    strips_row_free(&row);
    return STRIPS_CUDA_OK;
}

/*
 * kernels.cu - which algorithm scans, in which shape, and the launches: see kernels.h.
 *
 * A plan says how the pattern lies on lanes and warps and how many substrings there are. Its time
 * is estimated from what a multiprocessor was measured to need for a step, so that the best plan of
 * each algorithm, and the best algorithm, are found by comparing numbers.
 */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#include "bitslice.cuh"
#include "bitvector.cuh"
#include "hmm.cuh"

enum {
    SLICE_MOST_WARPS = 8,     /* that a pattern is spread over */
    DEFAULT_SHARED = 48 << 10, /* bytes that a kernel may take without being allowed to */
    BATCH_MOST = 32768,       /* patterns of a launch */
};

/* What is asked, and the device. */
struct job {
    const struct device_query *q;
    struct scan scan;
    cudaStream_t stream;
    int processors;       /* multiprocessors */
    int shared_of_block;  /* bytes that a block may take */
    int shared;           /* bytes of a multiprocessor */
    void *taken[16];      /* memory that the launches need */
    unsigned ntaken;
};

/* Device memory that is given back when all launches so far are done. */
static cudaError_t take(struct job *job, void *pointer, size_t bytes)
{
    void *p = NULL;
    cudaError_t error = cudaMallocAsync(&p, bytes > 0 ? bytes : 1, job->stream);
    if (error == cudaSuccess)
        job->taken[job->ntaken++] = p;
    memcpy(pointer, &p, sizeof p);
    return error;
}

static cudaError_t give_back(struct job *job, cudaError_t before)
{
    while (job->ntaken > 0) {
        cudaError_t error = cudaFreeAsync(job->taken[--job->ntaken], job->stream);
        if (before == cudaSuccess)
            before = error;
    }
    return before;
}

/* Memory that was freed stays with the pool: the next scan wants it again. */
static cudaError_t keep_pool(int device)
{
    static int kept = -1;
    cudaMemPool_t pool;
    uint64_t all = UINT64_MAX;
    if (kept == device)
        return cudaSuccess;
    cudaError_t error = cudaDeviceGetDefaultMemPool(&pool, device);
    if (error == cudaSuccess)
        error = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    kept = device;
    return error;
}

static cudaError_t job_begin(struct job *job, const struct device_query *query,
                             const struct device_text *text, struct cut own, uint32_t *limit,
                             bool best, const struct device_hits *hits, cudaStream_t stream)
{
    int device;
    *job = (struct job){query};
    job->scan = (struct scan){text->codes,       text->width,       (uint32_t)own.lead,
                              (uint32_t)own.begin, (uint32_t)own.end, limit,
                              hits->n,           hits->most,        hits->v,
                              best,              query->rising};
    job->stream = stream;
    if (text->n > INT32_MAX || own.lead > own.begin || own.begin > own.end || own.end > text->n)
        return cudaErrorInvalidValue;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&job->processors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&job->shared_of_block,
                                       cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&job->shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
                                       device);
    return error == cudaSuccess ? keep_pool(device) : error;
}

static uint32_t ceil_div(size_t a, size_t b)
{
    return (uint32_t)((a + b - 1) / b);
}

static uint32_t power_of_two(uint32_t at_least)
{
    uint32_t p = 1;
    while (p < at_least)
        p *= 2;
    return p;
}

/* The lead that pattern p's distances need. */
static uint32_t lead_of(const struct device_pattern *p)
{
    return p->m + (p->k < p->m ? p->k : p->m);
}

static size_t owned(const struct job *job)
{
    return job->scan.end - job->scan.begin;
}

/*
 * Cuts the owned range into so many substrings at most, and grows the lead so that the first symbol
 * of each is aligned for loads of 16 bytes.
 */
static struct cutting cut_text(const struct job *job, uint32_t substrings, uint32_t lead)
{
    const uint32_t align = 16;
    struct cutting cut;
    uint32_t stride = ceil_div(owned(job), substrings);
    cut.stride = (stride + align - 1) / align * align;
    cut.substrings = ceil_div(owned(job), cut.stride);
    size_t at = (size_t)job->scan.codes / job->scan.width + job->scan.begin - lead;
    cut.lead = lead + (uint32_t)(at % align);
    return cut;
}

/* hmm */

static cudaError_t run_hmm(struct job *job, uint32_t substrings, uint32_t pattern)
{
    const struct device_pattern *p = &job->q->host_patterns[pattern];
    const uint32_t threads = p->m < HMM_THREADS ? (p->m + WARP - 1) / WARP * WARP : HMM_THREADS;
    struct hmm_layout layout = {};
    cudaError_t error = cudaSuccess;
    if (substrings == 0)
        substrings = (uint32_t)job->processors * (2048 / threads < 32 ? 2048 / threads : 32);
    uint32_t stride = ceil_div(owned(job), substrings);
    layout.cut = (struct cutting){ceil_div(owned(job), stride), stride, lead_of(p)};
    layout.columns = (size_t)layout.cut.lead + stride;
    if (p->m > threads)
        error = take(job, &layout.rows,
                     layout.cut.substrings * layout.columns * sizeof *layout.rows);
    if (error != cudaSuccess)
        return error;
    hmm_kernel<<<layout.cut.substrings, threads, HMM_ARRAYS * threads * sizeof(uint32_t),
                 job->stream>>>(job->scan, *job->q, pattern, layout);
    return give_back(job, cudaGetLastError());
}

/* Plans */

/* Patterns that one launch searches for, and what it must be able to do. */
struct batch {
    struct members members;
    uint32_t m, lead; /* the most of them */
    uint32_t nslots;  /* in a ring: of the pattern that has most */
    uint32_t planes;  /* of the codes */
    /* Where each pattern's slots are numbered on their own, else NULL; host memory. */
    uint32_t *row_slots, *slots, slot_stride; /* as in struct bitslice_layout */
};

/* A way to scan for a batch. */
struct plan {
    uint32_t rows; /* of a lane; of bit vectors: words of 32 */
    uint32_t lanes, warps, strips;
    uint32_t warps_of_block;
    bool count, shared;  /* bitslice: count(); the ring is in shared memory */
    uint32_t substrings; /* of a block */
    uint32_t columns;    /* of a step */
    uint32_t delay;      /* steps from the first lane to the last */
    uint32_t resident;   /* blocks on a multiprocessor */
    double cycles;       /* of a multiprocessor for a step of all of them */
    /* What is chosen: */
    uint32_t blocks; /* of each pattern */
    double time;     /* in cycles */
};

/* Finds the number of blocks that makes the plan fastest, and keeps it where it is the best. */
static void consider(struct plan *best, struct plan plan, const struct job *job,
                     const struct batch *batch)
{
    const uint32_t all = (uint32_t)job->processors * plan.resident, n = batch->members.n;
    for (uint32_t blocks = n > 1 ? 1 : all; blocks <= all; blocks += blocks / 16 + 1) {
        double stride = (double)owned(job) / ((double)blocks * plan.substrings);
        double columns = (stride < 16 ? 16 : stride) + batch->lead;
        double steps = columns / plan.columns + plan.delay;
        plan.blocks = blocks;
        plan.time = ceil_div((size_t)n * blocks, all) * plan.cycles * plan.strips * steps;
        if (best->time == 0 || plan.time < best->time)
            *best = plan;
    }
}

/* bitvector */

/* Lays the pattern on lanes of so many words. */
static struct plan bitvector_plan(const struct batch *batch, uint32_t words)
{
    struct plan plan = {};
    uint32_t lanes = power_of_two(ceil_div(batch->m, 32 * words));
    plan.rows = words;
    plan.lanes = lanes < WARP ? lanes : WARP;
    plan.strips = ceil_div(batch->m, (size_t)32 * words * plan.lanes);
    plan.substrings = BITVECTOR_WARPS * (WARP / plan.lanes);
    plan.columns = 1;
    plan.delay = (plan.lanes - 1) * plan.strips;
    return plan;
}

static struct plan plan_bitvector(const struct job *job, const struct batch *batch)
{
    static const uint32_t residents[] = {1, 2, 3, 4, 6};
    struct plan best = {};
    for (uint32_t words = 1; words <= 4; words *= 2) {
        struct plan plan = bitvector_plan(batch, words);
        double alu = 10 + 11 * words + (plan.lanes > 1 ? 6 : 0), wait = 70 + 20 * words;
        for (unsigned i = 0; i < sizeof residents / sizeof *residents; i++) {
            plan.resident = residents[i];
            plan.cycles = 2 * alu * residents[i] > wait ? 2 * alu * residents[i] : wait;
            consider(&best, plan, job, batch);
        }
    }
    return best;
}

typedef void bitvector_function(struct scan, struct device_query, struct bitvector_layout);

template <typename code, bool SHARED>
static bitvector_function *bitvector_of(const struct plan *plan)
{
    bool alone = plan->lanes == 1;
    switch (plan->rows) {
    case 1:
        return alone ? bitvector_kernel<code, 1, true, SHARED>
                     : bitvector_kernel<code, 1, false, SHARED>;
    case 2:
        return alone ? bitvector_kernel<code, 2, true, SHARED>
                     : bitvector_kernel<code, 2, false, SHARED>;
    default:
        return alone ? bitvector_kernel<code, 4, true, SHARED>
                     : bitvector_kernel<code, 4, false, SHARED>;
    }
}

static cudaError_t run_bitvector(struct job *job, const struct plan *plan,
                                 const struct batch *batch)
{
    const struct members members = batch->members;
    const uint32_t groups = plan->substrings;
    const bool narrow = job->scan.width == 1;
    struct bitvector_layout layout = {};
    layout.cut = cut_text(job, plan->blocks * groups, batch->lead);
    layout.members = members;
    layout.lanes = plan->lanes;
    layout.strips = plan->strips;
    layout.words = plan->strips * plan->lanes * plan->rows;
    layout.windows = ceil_div((size_t)layout.cut.lead + layout.cut.stride +
                                  (size_t)plan->strips * (plan->lanes - 1),
                              WINDOW);
    size_t nmasks = (size_t)members.n * job->q->ncodes * layout.words;
    size_t shared = (size_t)job->q->ncodes * plan->lanes * plan->rows * sizeof(uint32_t);
    uint32_t *masks;
    cudaError_t error = take(job, &masks, nmasks * sizeof *masks);
    layout.masks = masks;
    if (error == cudaSuccess && plan->strips > 1)
        error = take(job, &layout.rows,
                     (size_t)members.n * layout.cut.substrings * layout.windows *
                         sizeof *layout.rows);
    if (error != cudaSuccess)
        return error;
    bitvector_masks<<<ceil_div(nmasks, 256 / WARP), 256, 0, job->stream>>>(*job->q, layout, masks);
    bool copied = shared <= BITVECTOR_MASKS_SHARED;
    bitvector_function *kernel = narrow ? copied ? bitvector_of<uint8_t, true>(plan)
                                                 : bitvector_of<uint8_t, false>(plan)
                                 : copied ? bitvector_of<uint32_t, true>(plan)
                                          : bitvector_of<uint32_t, false>(plan);
    shared = (copied ? (shared + 15) / 16 * 16 : 0) +
             groups * (narrow ? ring<uint8_t>::row : ring<uint32_t>::row * sizeof(uint32_t));
    error = cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)shared);
    if (error != cudaSuccess)
        return error;
    dim3 grid(ceil_div(layout.cut.substrings, groups), members.n);
    kernel<<<grid, BITVECTOR_WARPS * WARP, shared, job->stream>>>(job->scan, *job->q, layout);
    return cudaGetLastError();
}

/* bitslice */

typedef void bitslice_function(struct scan, struct device_query, struct bitslice_layout);

static const uint32_t slice_rows[] = {4, 8, 12, 16, 20, 24, 28, 32};

static bitslice_function *bitslice_of(uint32_t rows, bool count, bool shared)
{
#define SLICE(ROWS)                                                                                \
    case ROWS:                                                                                     \
        return count ? bitslice_kernel<ROWS, true, true> : bitslice_kernel<ROWS, false, true>;
    if (!shared)
        return bitslice_kernel<32, false, false>;
    switch (rows) {
        SLICE(4) SLICE(8) SLICE(12) SLICE(16) SLICE(20) SLICE(24) SLICE(28)
    default:
        SLICE(32)
    }
#undef SLICE
}

static unsigned code_planes(const struct device_query *q)
{
    unsigned planes = 1;
    while (planes < 32 && (q->ncodes - 1) >> planes > 0)
        planes++;
    return planes;
}

static struct bitslice_layout bitslice_shape(const struct plan *plan, const struct batch *batch)
{
    struct bitslice_layout layout = {};
    layout.members = batch->members;
    layout.nslots = batch->nslots;
    layout.text.planes = batch->planes;
    layout.lanes = plan->lanes;
    layout.warps = plan->warps;
    layout.strips = plan->strips;
    return layout;
}

/* Shared memory of a block. */
static size_t bitslice_shared(const struct plan *plan, const struct batch *batch)
{
    struct bitslice_layout layout = bitslice_shape(plan, batch);
    size_t last = plan->count ? 0 : last_size(layout), ring = plan->shared ? ring_size(layout) : 0;
    return codes_size(layout) + plan->warps_of_block * (last + ring + ahead_size(layout)) + last;
}

/* Lays the pattern on lanes of so many rows. */
static struct plan bitslice_plan(const struct batch *batch, uint32_t rows, bool shared)
{
    struct plan plan = {};
    uint32_t lanes = ceil_div(batch->m, rows);
    plan.rows = rows;
    plan.shared = shared;
    plan.lanes = lanes < WARP ? power_of_two(lanes) : WARP;
    plan.warps = ceil_div(lanes, WARP);
    if (plan.warps > SLICE_MOST_WARPS)
        plan.warps = SLICE_MOST_WARPS;
    if (!shared)
        plan.warps = 1;
    plan.strips = ceil_div(batch->m, (size_t)rows * plan.lanes * plan.warps);
    plan.warps_of_block = plan.warps > 1 ? plan.warps : shared ? 4 : 1;
    plan.count = shared && plan.lanes <= 2 && batch->m <= COUNTED_ROWS;
    plan.substrings = WARP * (WARP / plan.lanes) * plan.warps_of_block / plan.warps;
    plan.columns = COLUMNS;
    plan.delay = (plan.lanes - 1) * plan.strips * plan.warps + (plan.warps - 1) * BATCH;
    return plan;
}

/* Cycles of a multiprocessor for a step of the warps that are on it. */
static double bitslice_cycles(const struct plan *plan, const struct batch *batch)
{
    double decoding = batch->nslots * (4.0 * batch->planes + 8) / plan->lanes;
    double scoring = plan->count ? 90 : 240.0 / plan->lanes;
    double alu = 20.0 * plan->rows + 40 + decoding + scoring;
    double one = 2.5 * alu + 60, all = 2.2 * alu * plan->resident * plan->warps_of_block / 4;
    return one > all ? one : all;
}

static struct plan plan_bitslice(const struct job *job, const struct batch *batch)
{
    struct plan best = {};
    for (unsigned i = 0; i < sizeof slice_rows / sizeof *slice_rows; i++) {
        struct plan plan = bitslice_plan(batch, slice_rows[i], true);
        size_t shared = bitslice_shared(&plan, batch);
        if (shared > (size_t)job->shared_of_block && plan.warps == 1) {
            plan.substrings /= plan.warps_of_block;
            plan.warps_of_block = 1;
            shared = bitslice_shared(&plan, batch);
        }
        if (shared > (size_t)job->shared_of_block)
            continue;
        const uint32_t fit = (uint32_t)(job->shared / (shared + 1024));
        const uint32_t warps = plan.rows <= 12 ? 16 : 8;
        for (uint32_t r = 1; r <= fit && r * plan.warps_of_block <= warps; r++) {
            plan.resident = r;
            plan.cycles = bitslice_cycles(&plan, batch);
            consider(&best, plan, job, batch);
        }
    }
    if (best.time == 0) {
        best = bitslice_plan(batch, 32, false);
        best.resident = 1;
        best.cycles = 100 * bitslice_cycles(&best, batch);
        struct plan plan = best;
        consider(&best, plan, job, batch);
    }
    return best;
}

/* Sends the numbers of the slots to the device. */
static cudaError_t send_slots(struct job *job, const struct batch *batch,
                              struct bitslice_layout *layout)
{
    const struct device_query *q = job->q;
    size_t nslots = (size_t)batch->members.n * batch->slot_stride;
    uint32_t *row_slots, *slots;
    if (batch->slots == NULL)
        return cudaSuccess;
    cudaError_t error = take(job, &row_slots, q->nrows * sizeof *row_slots);
    if (error == cudaSuccess)
        error = take(job, &slots, nslots * sizeof *slots);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(row_slots, batch->row_slots, q->nrows * sizeof *row_slots,
                                cudaMemcpyHostToDevice, job->stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(slots, batch->slots, nslots * sizeof *slots,
                                cudaMemcpyHostToDevice, job->stream);
    layout->row_slots = row_slots;
    layout->slots = slots;
    layout->slot_stride = batch->slot_stride;
    return error;
}

/* Makes the planes of the text. */
static cudaError_t send_planes(struct job *job, const struct plan *plan,
                               struct bitslice_layout *layout)
{
    struct sliced_text *text = &layout->text;
    const struct cutting *cut = &layout->cut;
    const uint32_t groups = plan->substrings / WARP; /* of a block */
    text->groups = ceil_div(ceil_div(cut->substrings, WARP), groups) * groups;
    text->columns = ceil_div((size_t)cut->lead + cut->stride, SLICE_COLUMNS) * SLICE_COLUMNS;
    cudaError_t error = take(job, &text->words,
                             (size_t)text->groups * text->planes * text->columns *
                                 sizeof *text->words);
    if (error != cudaSuccess)
        return error;
    size_t warps = (size_t)text->groups * (text->columns / SLICE_COLUMNS);
    uint32_t blocks = ceil_div(warps, SLICE_WARPS);
    if (job->scan.width == 1)
        slice_text<true><<<blocks, SLICE_WARPS * WARP, 0, job->stream>>>(job->scan, *cut, *text);
    else
        slice_text<false><<<blocks, SLICE_WARPS * WARP, 0, job->stream>>>(job->scan, *cut, *text);
    return cudaGetLastError();
}

static cudaError_t run_bitslice(struct job *job, const struct plan *plan,
                                const struct batch *batch)
{
    struct bitslice_layout layout = bitslice_shape(plan, batch);
    const size_t n = batch->members.n;
    layout.cut = cut_text(job, plan->blocks * plan->substrings, batch->lead);
    cudaError_t error = send_planes(job, plan, &layout);
    if (error == cudaSuccess)
        error = send_slots(job, batch, &layout);
    uint32_t lag = (plan->lanes - 1) * plan->strips * plan->warps;
    layout.steps = ceil_div(layout.text.columns / COLUMNS + lag, BATCH) * BATCH;
    const size_t blocks = layout.text.groups / (plan->substrings / WARP);
    if (error == cudaSuccess && plan->strips > 1)
        error = take(job, &layout.rows,
                     n * layout.text.groups * layout.steps * 2 * sizeof *layout.rows);
    if (error == cudaSuccess && !plan->shared)
        error = take(job, &layout.ring, n * blocks * plan->warps_of_block * ring_size(layout));
    size_t shared = bitslice_shared(plan, batch);
    bitslice_function *kernel = bitslice_of(plan->rows, plan->count, plan->shared);
    if (error == cudaSuccess && shared > DEFAULT_SHARED)
        error = cudaFuncSetAttribute(
            (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
    if (error != cudaSuccess)
        return error;
    dim3 grid((uint32_t)blocks, (uint32_t)n);
    kernel<<<grid, plan->warps_of_block * WARP, shared, job->stream>>>(job->scan, *job->q, layout);
    return cudaGetLastError();
}

/* Batches */

/* Patterns that go together: up to so many rows, by what is lost when they are all taken for as
 * long as the longest. */
static uint32_t size_class(uint32_t m)
{
    uint32_t step = power_of_two(m) / 8 < 4 ? 4 : power_of_two(m) / 8;
    return ceil_div(m, step) * step;
}

/* Numbers the slots of each pattern from SLOT_FIRST on; false: memory is out. */
static bool number_slots(const struct device_query *q, struct batch *batch, const uint32_t *list)
{
    const uint32_t n = batch->members.n;
    batch->slot_stride = batch->m < q->nslots ? batch->m : q->nslots;
    batch->row_slots = (uint32_t *)calloc(q->nrows + 1, sizeof *batch->row_slots);
    batch->slots = (uint32_t *)calloc((size_t)n * batch->slot_stride + 1, sizeof *batch->slots);
    struct {
        uint32_t pattern, number;
    } *seen = (decltype(seen))calloc(q->nslots + 1, sizeof *seen);
    if (batch->row_slots == NULL || batch->slots == NULL || seen == NULL) {
        free(seen);
        return false;
    }
    batch->nslots = 0;
    for (uint32_t y = 0; y < n; y++) {
        const struct device_pattern *p = &q->host_patterns[list[y]];
        uint32_t distinct = 0;
        for (uint32_t row = p->first_row; row < p->first_row + p->m; row++) {
            uint32_t slot = q->host_slots[row];
            if (seen[slot].pattern != y + 1) {
                seen[slot].pattern = y + 1;
                seen[slot].number = distinct + SLOT_FIRST;
                batch->slots[(size_t)y * batch->slot_stride + distinct++] = slot;
            }
            batch->row_slots[row] = seen[slot].number;
        }
        if (distinct + SLOT_FIRST > batch->nslots)
            batch->nslots = distinct + SLOT_FIRST;
    }
    free(seen);
    return true;
}

static cudaError_t run_batch(struct job *job, struct batch *batch, const uint32_t *list,
                             enum algorithm algorithm, enum algorithm *used)
{
    const struct device_query *q = job->q;
    cudaError_t error = cudaSuccess;
    batch->members.first = list[0];
    batch->nslots = q->nslots + SLOT_FIRST;
    batch->planes = code_planes(q);
    for (uint32_t y = 0; y < batch->members.n; y++) {
        const struct device_pattern *p = &q->host_patterns[list[y]];
        batch->m = p->m > batch->m ? p->m : batch->m;
        batch->lead = lead_of(p) > batch->lead ? lead_of(p) : batch->lead;
    }
    if (q->npatterns > 1 && algorithm != ALGORITHM_BITVECTOR && !number_slots(q, batch, list))
        return cudaErrorMemoryAllocation;
    if (list[batch->members.n - 1] != list[0] + batch->members.n - 1) {
        uint32_t *members;
        error = take(job, &members, batch->members.n * sizeof *members);
        if (error == cudaSuccess)
            error = cudaMemcpyAsync(members, list, batch->members.n * sizeof *members,
                                    cudaMemcpyHostToDevice, job->stream);
        batch->members.list = members;
    }
    if (error != cudaSuccess)
        return error;
    struct plan bitvector = plan_bitvector(job, batch), bitslice = {};
    if (algorithm != ALGORITHM_BITVECTOR)
        bitslice = plan_bitslice(job, batch);
    if (algorithm == ALGORITHM_AUTO)
        algorithm = bitslice.time < bitvector.time ? ALGORITHM_BITSLICE : ALGORITHM_BITVECTOR;
    *used = algorithm;
    return algorithm == ALGORITHM_BITSLICE ? run_bitslice(job, &bitslice, batch)
                                           : run_bitvector(job, &bitvector, batch);
}

/* All patterns of the class that the first one left is of; list has room for all. */
static cudaError_t run_class(struct job *job, uint32_t first, bool *done, uint32_t *list,
                             enum algorithm algorithm, enum algorithm *used)
{
    const struct device_query *q = job->q;
    const uint32_t size = size_class(q->host_patterns[first].m);
    struct batch batch = {};
    for (uint32_t i = first; i < q->npatterns && batch.members.n < BATCH_MOST; i++)
        if (!done[i] && size_class(q->host_patterns[i].m) == size) {
            done[i] = true;
            list[batch.members.n++] = i;
        }
    cudaError_t error = run_batch(job, &batch, list, algorithm, used);
    free(batch.row_slots);
    free(batch.slots);
    return give_back(job, error);
}

cudaError_t kernels_scan(enum algorithm algorithm, const struct device_query *query,
                         const struct device_text *text, struct cut own, uint32_t *limit, bool best,
                         const struct device_hits *hits, cudaStream_t stream,
                         enum algorithm *used)
{
    struct job job;
    *used = ALGORITHM_HMM;
    if (algorithm == ALGORITHM_HMM)
        return kernels_scan_hmm(0, query, text, own, limit, best, hits, stream);
    cudaError_t error = job_begin(&job, query, text, own, limit, best, hits, stream);
    if (error != cudaSuccess || own.begin == own.end)
        return error;
    bool *done = (bool *)calloc(query->npatterns + 1, sizeof *done);
    uint32_t *list = (uint32_t *)calloc(query->npatterns + 1, sizeof *list);
    if (done == NULL || list == NULL)
        error = cudaErrorMemoryAllocation;
    for (uint32_t i = 0; i < query->npatterns && error == cudaSuccess; i++)
        if (!done[i])
            error = run_class(&job, i, done, list, algorithm, used);
    free(done);
    free(list);
    return error;
}

cudaError_t kernels_scan_hmm(uint32_t substrings, const struct device_query *query,
                             const struct device_text *text, struct cut own, uint32_t *limit,
                             bool best, const struct device_hits *hits, cudaStream_t stream)
{
    struct job job;
    cudaError_t error = job_begin(&job, query, text, own, limit, best, hits, stream);
    for (uint32_t i = 0; i < query->npatterns && error == cudaSuccess && own.begin < own.end; i++)
        error = run_hmm(&job, substrings, i);
    return error;
}

/* Symbols become codes */

template <typename in, typename out>
__global__ void encode(const in *symbols, const uint32_t *table, out *codes, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, step = (size_t)gridDim.x * blockDim.x;
    for (; i < n; i += step)
        codes[i] = (out)table[symbols[i]];
}

/* Bytes: 16 a thread, by a table in shared memory. */
__global__ void encode_bytes(const uint4 *symbols, const uint32_t *table, uint4 *codes, size_t n)
{
    __shared__ uint8_t code_of[256];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
        code_of[i] = (uint8_t)table[i];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, step = (size_t)gridDim.x * blockDim.x;
    for (; i < n; i += step) {
        uint4 v = symbols[i];
        uint32_t word[4] = {v.x, v.y, v.z, v.w};
        for (int w = 0; w < 4; w++)
            word[w] = code_of[word[w] & 255] | code_of[word[w] >> 8 & 255] << 8 |
                      code_of[word[w] >> 16 & 255] << 16 | (uint32_t)code_of[word[w] >> 24] << 24;
        codes[i] = make_uint4(word[0], word[1], word[2], word[3]);
    }
}

cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream)
{
    enum { THREADS = 256, BLOCKS = 4096 };
    const unsigned char *in = (const unsigned char *)symbols;
    unsigned char *out = (unsigned char *)codes;
    if (in_width == 1 && out_width == 1 && (size_t)in % 16 == 0 && (size_t)out % 16 == 0) {
        uint32_t blocks = ceil_div(n / 16, THREADS);
        if (n / 16 > 0)
            encode_bytes<<<blocks < BLOCKS ? blocks : BLOCKS, THREADS, 0, stream>>>(
                (const uint4 *)in, table, (uint4 *)out, n / 16);
        in += n / 16 * 16;
        out += n / 16 * 16;
        n %= 16;
    }
    if (n == 0)
        return cudaGetLastError();
    uint32_t blocks = ceil_div(n, THREADS) < BLOCKS ? ceil_div(n, THREADS) : BLOCKS;
    if (in_width == 1 && out_width == 1)
        encode<<<blocks, THREADS, 0, stream>>>(in, table, out, n);
    else if (in_width == 1)
        encode<<<blocks, THREADS, 0, stream>>>(in, table, (uint32_t *)out, n);
    else if (out_width == 1)
        encode<<<blocks, THREADS, 0, stream>>>((const uint32_t *)in, table, out, n);
    else
        encode<<<blocks, THREADS, 0, stream>>>((const uint32_t *)in, table, (uint32_t *)out, n);
    return cudaGetLastError();
}

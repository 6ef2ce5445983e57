/*
 * job.cuh - the host side of a scan: memory, how the text is cut, and plans.
 *
 * A plan says how the pattern lies on lanes and warps, and how many substrings there are. Its time
 * is estimated from what a multiprocessor was measured to need for a step. The plan with the least
 * time is taken, of each algorithm and of all.
 */
#ifndef JOB_CUH
#define JOB_CUH

#include <stdlib.h>
#include <string.h>

#include "gpu/base/limits.h"
#include "gpu/base/pool.h"
#include "gpu/base/staging.h"
#include "gpu/scan/plan.h"
#include "gpu/scan/scan.cuh"

enum {
    SCHEDULERS = 4, /* of a multiprocessor */
    MOST_TAKEN = 16 /* pieces of memory that a launch needs */
};

/* What is asked, and the device. */
struct job {
    const struct device_query *q;
    struct scan scan;
    cudaStream_t stream;
    struct staging *staging; /* for tables that send_table() copies; or NULL */
    struct device_limits limits;
    cudaMemPool_t pool;
    void *taken[MOST_TAKEN]; /* memory that the launches need */
    unsigned ntaken;
};

/* Takes device memory from the pool. give_back() frees all of it in the order of the stream, so
 * after the launches so far. */
static cudaError_t take(struct job *job, void *pointer, size_t bytes)
{
    void *p = NULL;
    cudaError_t error =
        job->ntaken == MOST_TAKEN
            ? cudaErrorInvalidConfiguration
            : cudaMallocFromPoolAsync(&p, bytes > 0 ? bytes : 1, job->pool, job->stream);
    if (error == cudaSuccess)
        job->taken[job->ntaken++] = p;
    memcpy(pointer, &p, sizeof p);
    return error;
}

/* Takes device memory for n elements and has them copied there; `from` may be freed at once. */
template <typename T>
static cudaError_t send_table(struct job *job, const T **to, const T *from, size_t n)
{
    T *memory;
    cudaError_t error = take(job, &memory, n * sizeof *memory);
    *to = memory;
    return error == cudaSuccess
               ? staging_send(job->staging, memory, from, n * sizeof *memory, job->stream)
               : error;
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

static cudaError_t job_begin(struct job *job, const struct device_query *query,
                             const struct device_text *text, struct share own, uint32_t *limit,
                             bool best, const struct device_hits *hits, cudaStream_t stream)
{
    *job = {};
    job->q = query;
    job->scan = (struct scan){text->codes,
                              text->width,
                              (uint32_t)own.lead,
                              (uint32_t)own.begin,
                              (uint32_t)own.end,
                              limit,
                              hits->n,
                              hits->most,
                              hits->v,
                              best,
                              query->rising};
    job->stream = stream;
    if (text->n > INT32_MAX || own.lead > own.begin || own.begin > own.end || own.end > text->n)
        return cudaErrorInvalidValue;
    cudaError_t error = device_limits(&job->limits);
    return error == cudaSuccess ? pool_of(job->limits.number, &job->pool) : error;
}

static uint32_t ceil_div(size_t a, size_t b)
{
    return (uint32_t)((a + b - 1) / b);
}

static inline uint32_t power_of_two(uint32_t at_least)
{
    uint32_t p = 1;
    while (p < at_least)
        p *= 2;
    return p;
}

/* The lead that pattern p's distances need. */
static inline uint32_t lead_of(const struct device_pattern *p)
{
    return p->m + (p->k < p->m ? p->k : p->m);
}

static size_t owned(const struct job *job)
{
    return job->scan.end - job->scan.begin;
}

/*
 * Cuts the owned range into at most `most` substrings, and grows the lead so that the first symbol
 * of each is aligned for loads of 16 bytes.
 */
static inline struct cutting cut_text(const struct job *job, uint32_t substrings, uint32_t lead)
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

/* Patterns that one launch searches for, and what the launch must have room for. */
struct batch {
    struct members members;
    uint32_t m, lead; /* of the longest pattern */
    uint32_t nslots;  /* of a ring: those of the pattern that has most */
    uint32_t planes;  /* of the codes */
    /* Where each pattern's slots are numbered on their own, else NULL; host memory. */
    uint32_t *row_slots, *slots, slot_stride; /* as in struct bitslice_layout */
    enum metric metric;
};

/* Finds the number of blocks with which the plan is fastest; *best becomes this plan when it is
 * faster. */
static inline void consider(struct plan *best, struct plan plan, const struct job *job,
                            const struct batch *batch)
{
    const uint32_t all = (uint32_t)job->limits.processors * plan.resident;
    const uint32_t n = ceil_div(batch->members.n, plan.team > 0 ? plan.team : 1);
    for (uint32_t blocks = n > 1 || plan.strips > 1 ? 1 : all; blocks <= all;
         blocks += blocks / 16 + 1) {
        double stride = (double)owned(job) / ((double)blocks * plan.substrings);
        double columns = (stride < 16 ? 16 : stride) + batch->lead;
        double steps = columns / plan.columns + plan.delay;
        plan.blocks = blocks;
        plan.time = plan.fixed +
                    ceil_div((size_t)n * blocks * plan.strips, all) * plan.cycles * steps +
                    plan.prepared * columns * blocks * plan.substrings;
        if (best->time == 0 || plan.time < best->time)
            *best = plan;
    }
}

#endif

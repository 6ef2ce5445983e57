/*
 * launch.cuh - the host side of a launch: memory, how the text is cut, and plans.
 *
 * A plan says how a pattern is distributed over lanes and warps, and how many substrings there are.
 * Its time is estimated from the measured time of a multiprocessor for a step. The plan with the
 * least time is chosen, first for each algorithm, then among algorithms.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "gpu/base/limits.h"
#include "gpu/base/pool.h"
#include "gpu/base/staging.h"
#include "gpu/scan/launch_plan.h"
#include "gpu/scan/scan.cuh"

enum {
    SCHEDULERS = 4, /* of a multiprocessor */
    MOST_TAKEN = 16 /* most allocations of a launch */
};

/* The request, and the device. */
struct launch {
    const struct device_query *q;
    struct scan scan;
    cudaStream_t stream;
    struct staging *staging; /* for tables that send_table() copies; or NULL */
    struct device_limits limits;
    cudaMemPool_t pool;
    void *taken[MOST_TAKEN]; /* allocated memory */
    unsigned ntaken;
};

/* Allocates device memory from the pool. launch_free_memory() frees all of it in stream order, so
 * after the launches queued so far. */
static cudaError_t launch_allocate(struct launch *launch, void *pointer, size_t bytes)
{
    void *p = NULL;
    cudaError_t error =
        launch->ntaken == MOST_TAKEN
            ? cudaErrorInvalidConfiguration
            : cudaMallocFromPoolAsync(&p, bytes > 0 ? bytes : 1, launch->pool, launch->stream);
    if (error == cudaSuccess)
        launch->taken[launch->ntaken++] = p;
    memcpy(pointer, &p, sizeof p);
    return error;
}

/* Allocates device memory for n elements and queues their copy; `from` may be freed at once. */
template <typename T>
static cudaError_t send_table(struct launch *launch, const T **to, const T *from, size_t n)
{
    T *memory;
    cudaError_t error = launch_allocate(launch, &memory, n * sizeof *memory);
    *to = memory;
    return error == cudaSuccess
               ? staging_send(launch->staging, memory, from, n * sizeof *memory, launch->stream)
               : error;
}

static cudaError_t launch_free_memory(struct launch *launch, cudaError_t before)
{
    while (launch->ntaken > 0) {
        cudaError_t error = cudaFreeAsync(launch->taken[--launch->ntaken], launch->stream);
        if (before == cudaSuccess)
            before = error;
    }
    return before;
}

static cudaError_t launch_begin(struct launch *launch, const struct device_query *query,
                                const struct scan *scan, cudaStream_t stream)
{
    *launch = {};
    launch->q = query;
    launch->scan = *scan;
    launch->stream = stream;
    if (scan->text.n > INT32_MAX || scan->lead > scan->begin || scan->begin > scan->end ||
        scan->end > scan->text.n)
        return cudaErrorInvalidValue;
    cudaError_t error = device_limits(&launch->limits);
    return error == cudaSuccess ? pool_of(launch->limits.number, &launch->pool) : error;
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

/* Returns the length of the lead-in that pattern p needs. */
static inline uint32_t lead_of(const struct device_pattern *p)
{
    return p->m + (p->k < p->m ? p->k : p->m);
}

static size_t owned(const struct launch *launch)
{
    return launch->scan.end - launch->scan.begin;
}

/*
 * Cuts the owned range into at most `substrings` substrings, and extends the lead-in so that the
 * first symbol of each is aligned to 16 symbols.
 */
static inline struct cutting cut_text(const struct launch *launch, uint32_t substrings,
                                      uint32_t lead)
{
    const uint32_t align = 16;
    struct cutting cut;
    uint32_t stride = ceil_div(owned(launch), substrings);
    cut.stride = (stride + align - 1) / align * align;
    cut.substrings = ceil_div(owned(launch), cut.stride);
    size_t at =
        (size_t)launch->scan.text.codes / launch->scan.text.width + launch->scan.begin - lead;
    cut.lead = lead + (uint32_t)(at % align);
    return cut;
}

/* The patterns of one launch, and the sizes of its tables. */
struct batch {
    struct members members;
    uint32_t m, lead; /* of the longest pattern */
    uint32_t nslots;  /* of a ring: the most slots of any pattern */
    uint32_t planes;  /* bits of a code */
    /* Host memory; NULL unless each pattern has its own numbering of slots. */
    uint32_t *row_slots, *slots, slot_stride; /* as in struct bitslice_layout */
    enum metric metric;
};

/* Finds the number of blocks that makes the plan fastest. Copies the plan to *best if it is
 * faster. */
static inline void consider_block_counts(struct launch_plan *best, struct launch_plan plan,
                                         const struct launch *launch, const struct batch *batch)
{
    const uint32_t all = (uint32_t)launch->limits.processors * plan.resident;
    const uint32_t n = ceil_div(batch->members.n, plan.team > 0 ? plan.team : 1);
    for (uint32_t blocks = n > 1 || plan.strips > 1 ? 1 : all; blocks <= all;
         blocks += blocks / 16 + 1) {
        double stride = (double)owned(launch) / ((double)blocks * plan.substrings);
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

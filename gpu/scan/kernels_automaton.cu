/*
 * kernels_automaton.cu - launches for patterns with automata: see kernels_automaton.h.
 */
#include "gpu/scan/kernels_automaton.h"

#include "gpu/scan/job.cuh"
#include "gpu/scan/levels.cuh"
#include "gpu/scan/paths.cuh"

enum {
    LANES_OF_PROCESSOR =
        512,                 /* levels.cuh: more read more lead-in, fewer hide less of what waits */
    WARPS_OF_PROCESSOR = 32, /* paths.cuh */
    LEAST_STRIDE = 64,       /* symbols that a lane owns */
    PATHS_MEMORY = 1 << 30,  /* bytes of costs in device memory, about */
};

/* Cuts the owned range into at most `most` lanes. */
static void cut_lanes(struct lanes *s, uint32_t most, uint32_t least_stride)
{
    const uint32_t n = s->end - s->begin, align = LANE_ALIGN;
    uint32_t stride = ceil_div(n, most);
    stride = stride > least_stride ? stride : least_stride;
    s->stride = (stride + align - 1) / align * align;
    s->lanes = ceil_div(n, s->stride);
}

static struct lanes lanes_of(const struct job *job, const struct device_automaton *a,
                             const struct device_text *text, struct automaton_way way)
{
    struct lanes s = {};
    s.codes = text->codes;
    s.lead = job->scan.lead;
    s.begin = job->scan.begin;
    s.end = job->scan.end;
    s.n = (uint32_t)text->n;
    s.count = text->count;
    s.behind = text->behind;
    s.lead_in = way.lead_in;
    s.pattern = a->pattern;
    s.k = way.bound;
    s.line = a->line;
    s.best = job->scan.best;
    s.limit = job->scan.limit;
    s.nhits = job->scan.nhits;
    s.most = job->scan.most;
    s.hits = job->scan.hits;
    return s;
}

template <typename masks> static masks masks_of(const struct levels_tables *t)
{
    masks m = {};
    for (unsigned c = 0; c <= LEVELS_MOST; c++) {
        m.match[c] = (decltype(m.last))t->match[c];
        m.insert[c] = (decltype(m.last))t->insert[c];
        m.substitute[c] = (decltype(m.last))t->substitute[c];
        m.remove[c] = (decltype(m.last))t->remove[c];
    }
    m.last = (decltype(m.last))t->last;
    m.costs = t->costs;
    return m;
}

template <typename kind, unsigned WIDTH>
static void launch_levels(const struct job *job, const struct lanes &s,
                          const typename kind::masks &masks,
                          const struct levels_memory<typename kind::word> &memory)
{
    const dim3 grid(ceil_div(s.lanes, LEVELS_THREADS)), block(LEVELS_THREADS);
    const bool plain = (masks.costs & ~3U) == 0;
    if (plain && s.k <= 1)
        levels_kernel<kind, WIDTH, 1, true><<<grid, block, 0, job->stream>>>(s, masks, memory);
    else if (plain && s.k <= 2)
        levels_kernel<kind, WIDTH, 2, true><<<grid, block, 0, job->stream>>>(s, masks, memory);
    else if (plain && s.k <= 4)
        levels_kernel<kind, WIDTH, 4, true><<<grid, block, 0, job->stream>>>(s, masks, memory);
    else if (plain)
        levels_kernel<kind, WIDTH, 8, true><<<grid, block, 0, job->stream>>>(s, masks, memory);
    else if (s.k <= 4)
        levels_kernel<kind, WIDTH, 4, false><<<grid, block, 0, job->stream>>>(s, masks, memory);
    else
        levels_kernel<kind, WIDTH, 8, false><<<grid, block, 0, job->stream>>>(s, masks, memory);
}

template <typename kind>
static cudaError_t run_levels(struct job *job, const struct device_automaton *a, struct lanes s)
{
    typedef typename kind::word word;
    const uint32_t threads = 128, ncodes = job->q->ncodes;
    struct levels_memory<word> memory = {
        a->device_tables, NULL, NULL, ncodes, a->word_slot, a->tables->passes
    };
    cut_lanes(&s, (uint32_t)job->limits.processors * LANES_OF_PROCESSOR, LEAST_STRIDE);
    cudaError_t error = take(job, &memory.matched, ncodes * sizeof *memory.matched);
    if (error == cudaSuccess)
        error = take(job, &memory.classes, ncodes);
    if (error != cudaSuccess)
        return error;
    levels_match<word><<<ceil_div(ncodes, threads), threads, 0, job->stream>>>(*job->q, memory);
    const typename kind::masks masks = masks_of<typename kind::masks>(a->tables);
    if (job->scan.width == 1)
        launch_levels<kind, 1>(job, s, masks, memory);
    else
        launch_levels<kind, 4>(job, s, masks, memory);
    return cudaGetLastError();
}

static cudaError_t run_paths(struct job *job, const struct device_automaton *a, struct lanes s)
{
    const size_t bytes = 2 * (size_t)a->nstates * sizeof(uint32_t);
    uint32_t *memory = NULL, most = (uint32_t)job->limits.processors * WARPS_OF_PROCESSOR;
    cudaError_t error = cudaSuccess;
    if (bytes > PATHS_SHARED && PATHS_MEMORY / bytes < most)
        most = (uint32_t)(PATHS_MEMORY / bytes) + 1;
    cut_lanes(&s, most, s.lead_in < LANE_RECORDS ? s.lead_in : LEAST_STRIDE);
    if (bytes > PATHS_SHARED)
        error = take(job, &memory, s.lanes * bytes);
    if (error != cudaSuccess)
        return error;
    paths_kernel<<<s.lanes, WARP, memory == NULL ? bytes : 0, job->stream>>>(
        s, *job->q, *a, job->scan.width, memory);
    return cudaGetLastError();
}

cudaError_t kernels_scan_automaton(const struct device_automaton *a, struct automaton_way way,
                                   const struct device_query *query, const struct device_text *text,
                                   struct share own, uint32_t *limit, bool best,
                                   const struct device_hits *hits, cudaStream_t stream)
{
    struct job job;
    cudaError_t error = job_begin(&job, query, text, own, limit, best, hits, stream);
    if (error != cudaSuccess || own.begin == own.end)
        return error;
    const struct lanes s = lanes_of(&job, a, text, way);
    if (!way.levels)
        error = run_paths(&job, a, s);
    else if (a->tables->nstates <= 32)
        error = run_levels<struct levels_narrow>(&job, a, s);
    else
        error = run_levels<struct levels_wide>(&job, a, s);
    return give_back(&job, error);
}

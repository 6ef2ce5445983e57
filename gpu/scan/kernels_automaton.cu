/* kernels_automaton.cu - launches for patterns with automata: see kernels.h. */
#include "gpu/scan/bit_nfa.cuh"
#include "gpu/scan/kernels.h"
#include "gpu/scan/launch.cuh"
#include "gpu/scan/nfa_columns.cuh"

enum {
    /* bit_nfa.cuh: more read more lead-in, fewer hide less of what waits */
    LANES_OF_PROCESSOR = 512,
    WARPS_OF_PROCESSOR = 32, /* of nfa_columns.cuh */
    LEAST_STRIDE = 64,       /* least symbols that a lane owns */
    NFA_MEMORY = 1 << 30,    /* about the most bytes of costs in device memory */
};

/* Cuts the owned range into at most `most` lanes. */
static void cut_lanes(struct lanes *s, uint32_t most, uint32_t least_stride)
{
    const uint32_t n = s->scan.end - s->scan.begin, align = LANE_ALIGN;
    uint32_t stride = ceil_div(n, most);
    stride = stride > least_stride ? stride : least_stride;
    s->stride = (stride + align - 1) / align * align;
    s->lanes = ceil_div(n, s->stride);
}

template <typename masks> static masks masks_of(const struct bit_nfa_tables *t)
{
    masks m = {};
    for (unsigned c = 0; c <= BIT_NFA_MOST; c++) {
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
static void launch_bit_nfa(const struct launch *launch, const struct lanes &s,
                           const typename kind::masks &masks,
                           const struct bit_nfa_memory<typename kind::word> &memory)
{
    const dim3 grid(ceil_div(s.lanes, BIT_NFA_THREADS)), block(BIT_NFA_THREADS);
    const bool plain = (masks.costs & ~3U) == 0;
    if (plain && s.k <= 1)
        bit_nfa_kernel<kind, WIDTH, 1, true><<<grid, block, 0, launch->stream>>>(s, masks, memory);
    else if (plain && s.k <= 2)
        bit_nfa_kernel<kind, WIDTH, 2, true><<<grid, block, 0, launch->stream>>>(s, masks, memory);
    else if (plain && s.k <= 4)
        bit_nfa_kernel<kind, WIDTH, 4, true><<<grid, block, 0, launch->stream>>>(s, masks, memory);
    else if (plain)
        bit_nfa_kernel<kind, WIDTH, 8, true><<<grid, block, 0, launch->stream>>>(s, masks, memory);
    else if (s.k <= 4)
        bit_nfa_kernel<kind, WIDTH, 4, false><<<grid, block, 0, launch->stream>>>(s, masks, memory);
    else
        bit_nfa_kernel<kind, WIDTH, 8, false><<<grid, block, 0, launch->stream>>>(s, masks, memory);
}

template <typename kind>
static cudaError_t run_bit_nfa(struct launch *launch, const struct device_automaton *a,
                               struct lanes s)
{
    typedef typename kind::word word;
    const uint32_t threads = 128, ncodes = launch->q->ncodes;
    struct bit_nfa_memory<word> memory = {
        a->device_tables, NULL, NULL, ncodes, a->word_slot, a->tables->passes
    };
    cut_lanes(&s, (uint32_t)launch->limits.processors * LANES_OF_PROCESSOR, LEAST_STRIDE);
    cudaError_t error = launch_allocate(launch, &memory.matched, ncodes * sizeof *memory.matched);
    if (error == cudaSuccess)
        error = launch_allocate(launch, &memory.classes, ncodes);
    if (error != cudaSuccess)
        return error;
    bit_nfa_match<word>
        <<<ceil_div(ncodes, threads), threads, 0, launch->stream>>>(*launch->q, memory);
    const typename kind::masks masks = masks_of<typename kind::masks>(a->tables);
    if (launch->scan.text.width == 1)
        launch_bit_nfa<kind, 1>(launch, s, masks, memory);
    else
        launch_bit_nfa<kind, 4>(launch, s, masks, memory);
    return cudaGetLastError();
}

static cudaError_t run_nfa_columns(struct launch *launch, const struct device_automaton *a,
                                   struct lanes s, uint32_t *heartbeat)
{
    const size_t bytes = 2 * (size_t)a->nstates * sizeof(uint32_t);
    uint32_t *memory = NULL, most = (uint32_t)launch->limits.processors * WARPS_OF_PROCESSOR;
    cudaError_t error = cudaSuccess;
    if (bytes > NFA_SHARED && NFA_MEMORY / bytes < most)
        most = (uint32_t)(NFA_MEMORY / bytes) + 1;
    cut_lanes(&s, most, s.lead_in < LANE_RECORDS ? s.lead_in : LEAST_STRIDE);
    if (bytes > NFA_SHARED)
        error = launch_allocate(launch, &memory, s.lanes * bytes);
    if (error != cudaSuccess)
        return error;
    nfa_kernel<<<s.lanes, WARP, memory == NULL ? bytes : 0, launch->stream>>>(
        s, *launch->q, *a, launch->scan.text.width, memory, heartbeat);
    return cudaGetLastError();
}

cudaError_t kernels_scan_automaton(const struct device_automaton *a, struct automaton_way way,
                                   const struct device_query *query, const struct scan *scan,
                                   cudaStream_t stream)
{
    const struct lanes s = {*scan, 0, 0, way.lead_in, a->pattern, way.bound, a->line};
    struct launch launch;
    cudaError_t error = launch_begin(&launch, query, scan, stream);
    if (error != cudaSuccess || scan->begin == scan->end)
        return error;
    if (!way.levels)
        error = run_nfa_columns(&launch, a, s, way.heartbeat);
    else if (a->tables->nstates <= 32)
        error = run_bit_nfa<struct bit_nfa_narrow>(&launch, a, s);
    else
        error = run_bit_nfa<struct bit_nfa_wide>(&launch, a, s);
    return launch_free_memory(&launch, error);
}

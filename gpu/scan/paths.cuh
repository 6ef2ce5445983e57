/*
 * paths.cuh - any automaton, for any distances: a warp is a lane, and a word is the cost of a state
 * (src/scan/nfa_columns.h).
 *
 * The threads of the warp take the edges in turn. What needs no symbol is done over and over until
 * nothing becomes less.
 */
#ifndef PATHS_CUH
#define PATHS_CUH

#include "gpu/scan/lanes.h"
#include "gpu/scan/levels.cuh"

#define COST_NONE UINT32_MAX /* no path is in the state */

enum { PATHS_SHARED = 32 << 10 /* bytes of costs that may lie in shared memory */ };

/* A column that is made, and the one before it: [nstates] each. */
struct paths_columns {
    volatile uint32_t *now, *before;
};

/* A path of this cost is in the state; whether that is less than before. */
__device__ inline bool paths_reach(volatile uint32_t *costs, uint32_t state, uint64_t cost,
                                   uint32_t limit)
{
    return cost <= limit && cost < costs[state] &&
           atomicMin((uint32_t *)&costs[state], (uint32_t)cost) > cost;
}

/* What the symbol brings. */
__device__ inline void paths_step(const struct device_automaton &a, const struct device_query &q,
                                  const struct paths_columns &c, uint32_t symbol, uint32_t limit)
{
    for (uint32_t i = threadIdx.x; i < a.nstates; i += WARP)
        c.now[i] = COST_NONE;
    __syncwarp();
    if (threadIdx.x == 0)
        c.now[0] = 0;
    __syncwarp();
    if (symbol == SYMBOL_DELIMITER)
        return;
    for (uint32_t i = threadIdx.x; i < a.nstates; i += WARP)
        if (c.before[i] != COST_NONE && a.states[i].inserted)
            paths_reach(c.now, i, (uint64_t)c.before[i] + a.insert, limit);
    for (uint32_t e = threadIdx.x; e < a.nedges; e += WARP) {
        const struct device_edge edge = a.edges[e];
        const struct device_state to = a.states[edge.to];
        const uint64_t cost = c.before[edge.from];
        if (cost == COST_NONE || to.item == LEVELS_PASS)
            continue;
        if (slot_matches(q, to.item, symbol))
            paths_reach(c.now, edge.to, cost + to.cost, limit);
        else if (to.edited)
            paths_reach(c.now, edge.to, cost + a.substitute, limit);
    }
    __syncwarp();
}

/* What needs no symbol, where these conditions hold. */
__device__ inline void paths_settle(const struct device_automaton &a, const struct paths_columns &c,
                                    uint32_t holding, uint32_t limit)
{
    bool changed;
    do {
        changed = false;
        for (uint32_t e = threadIdx.x; e < a.nedges; e += WARP) {
            const struct device_edge edge = a.edges[e];
            const struct device_state to = a.states[edge.to];
            const bool pass = to.item == LEVELS_PASS;
            const uint64_t cost = c.now[edge.from];
            if (cost != COST_NONE && (pass ? (to.conditions & ~holding) == 0 : to.edited))
                changed |= paths_reach(c.now, edge.to, cost + (pass ? 0 : a.remove), limit);
        }
        __syncwarp();
    } while (__any_sync(ALL_LANES, changed));
}

/* The least cost of a path that may end. */
__device__ inline uint32_t paths_best(const struct device_automaton &a,
                                      const struct paths_columns &c)
{
    uint32_t best = COST_NONE;
    for (uint32_t i = threadIdx.x; i < a.nstates; i += WARP)
        if (a.states[i].last)
            best = min(best, c.now[i]);
    return __reduce_min_sync(ALL_LANES, best);
}

__device__ inline enum levels_class paths_class(const struct device_automaton &a,
                                                const struct device_query &q, uint32_t symbol)
{
    if (symbol == SYMBOL_DELIMITER)
        return CLASS_DELIMITER;
    return a.word_slot != NO_SLOT && slot_matches(q, a.word_slot, symbol) ? CLASS_WORD
                                                                          : CLASS_OTHER;
}

/* `memory`: two columns for each lane, or NULL: they are in shared memory. */
__global__ void __launch_bounds__(WARP)
    paths_kernel(struct lanes s, struct device_query q, struct device_automaton a, unsigned width,
                 uint32_t *memory)
{
    extern __shared__ uint32_t shared[];
    uint32_t *costs = memory == NULL ? shared : memory + (size_t)blockIdx.x * 2 * a.nstates;
    struct paths_columns c = {costs, costs + a.nstates};
    lanes_shorten(&s);
    struct lane lane = lane_of(&s, blockIdx.x, width);
    uint32_t symbol = SYMBOL_DELIMITER, limit = min(s.k, *(volatile uint32_t *)s.limit);
    for (int64_t end = lane.at; end <= lane.until && lane.at < lane.until; end++) {
        lane_finish(&s, &lane, end, 1, width);
        const uint32_t behind = lane_symbol(&s, end, width);
        const enum levels_class before = paths_class(a, q, symbol);
        paths_step(a, q, c, symbol, limit);
        paths_settle(a, c, a.holding[before][paths_class(a, q, behind)], limit);
        const uint32_t best = paths_best(a, c);
        if (threadIdx.x == 0 && best <= limit && end > lane.owned && end <= lane.until &&
            (!s.line || behind == SYMBOL_DELIMITER))
            lane_report(&s, (uint32_t)end, best);
        volatile uint32_t *now = c.now;
        c.now = c.before;
        c.before = now;
        symbol = behind;
        if (s.best)
            limit = __shfl_sync(ALL_LANES, min(limit, *(volatile uint32_t *)s.limit), 0);
        __syncwarp();
    }
}

#endif

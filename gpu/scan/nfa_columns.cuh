/*
 * nfa_columns.cuh - kernel for any automaton and any distances: one warp for each lane of the text,
 * one word for the cost of each state (src/scan/nfa_columns.h).
 *
 * The threads of a warp share the edges. Epsilon transitions and deletions are repeated until no
 * cost decreases. A lane of a large automaton takes milliseconds for each symbol, and a text may be
 * one record, which is one lane: so a launch may take minutes. The lanes show that they go on by a
 * heartbeat (gpu/base/device.h).
 */
#pragma once

#include "gpu/scan/bit_nfa.cuh"
#include "gpu/scan/text_lanes.h"

#define COST_NONE UINT32_MAX /* no path has reached the state */

enum {
    NFA_SHARED = 32 << 10, /* most bytes of costs in shared memory */
    NFA_BEAT = 1 << 20,    /* edges that a lane passes between two heartbeats: 10 to 300 ms */
};

/* The current column and the previous one: [nstates] each. */
struct nfa_column_pair {
    volatile uint32_t *now, *before;
};

/* Lowers the cost of a state. Returns whether the cost was higher before. */
__device__ inline bool nfa_reach(volatile uint32_t *costs, uint32_t state, uint64_t cost,
                                 uint32_t limit)
{
    return cost <= limit && cost < costs[state] &&
           atomicMin((uint32_t *)&costs[state], (uint32_t)cost) > cost;
}

/* Computes the current column's matches, substitutions and insertions for the symbol. */
__device__ inline void nfa_step(const struct device_automaton &a, const struct device_query &q,
                                const struct nfa_column_pair &c, uint32_t symbol, uint32_t limit)
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
            nfa_reach(c.now, i, (uint64_t)c.before[i] + a.insert, limit);
    for (uint32_t e = threadIdx.x; e < a.nedges; e += WARP) {
        const struct device_edge edge = a.edges[e];
        const struct device_state to = a.states[edge.to];
        const uint64_t cost = c.before[edge.from];
        if (cost == COST_NONE || to.item == BIT_NFA_PASS)
            continue;
        if (slot_matches(&q, to.item, symbol))
            nfa_reach(c.now, edge.to, cost + to.cost, limit);
        else if (to.edited)
            nfa_reach(c.now, edge.to, cost + a.substitute, limit);
    }
    __syncwarp();
}

/*
 * Applies epsilon transitions whose conditions hold, and deletions, until no cost decreases.
 *
 * The edges are in the level order of the states that they leave. Each warp of edges is repeated
 * until it lowers none of these states. Then only an edge to an earlier state, which closes a loop,
 * makes another pass necessary. So a pattern of m items is deleted in about m steps. Repeating
 * whole passes instead would take m passes.
 */
__device__ inline void nfa_close_epsilon(const struct device_automaton &a,
                                         const struct nfa_column_pair &c, uint32_t holding,
                                         uint32_t limit)
{
    bool back;
    do {
        back = false;
        for (uint32_t first = 0; first < a.nedges; first += WARP) {
            const uint32_t e = first + threadIdx.x;
            const struct device_edge edge = a.edges[min(e, a.nedges - 1)];
            const struct device_state to = a.states[edge.to];
            const bool pass = to.item == BIT_NFA_PASS;
            const bool open = e < a.nedges && (pass ? (to.conditions & ~holding) == 0 : to.edited);
            const uint64_t more = pass ? to.cost : a.remove;
            const uint32_t latest = __shfl_sync(ALL_LANES, edge.from, WARP - 1);
            bool lowered;
            do {
                const uint64_t cost = c.now[edge.from];
                __syncwarp();
                lowered =
                    open && cost != COST_NONE && nfa_reach(c.now, edge.to, cost + more, limit);
                back |= lowered && edge.to < edge.from;
                __syncwarp();
            } while (__any_sync(ALL_LANES, lowered && edge.to <= latest));
        }
    } while (__any_sync(ALL_LANES, back));
}

/* Returns the least cost of the final states. */
__device__ inline uint32_t nfa_least_cost(const struct device_automaton &a,
                                          const struct nfa_column_pair &c)
{
    uint32_t best = COST_NONE;
    for (uint32_t i = threadIdx.x; i < a.nstates; i += WARP)
        if (a.states[i].last)
            best = min(best, c.now[i]);
    return __reduce_min_sync(ALL_LANES, best);
}

/* `memory` has two columns for each lane; NULL: the columns are in shared memory. *heartbeat, in
 * host memory, changes while lanes go on. */
__global__ void __launch_bounds__(WARP)
    nfa_kernel(struct lanes s, struct device_query q, struct device_automaton a, unsigned width,
               uint32_t *memory, volatile uint32_t *heartbeat)
{
    extern __shared__ uint32_t shared[];
    uint32_t *costs = memory == NULL ? shared : memory + (size_t)blockIdx.x * 2 * a.nstates;
    struct nfa_column_pair c = {costs, costs + a.nstates};
    lanes_shorten(&s);
    struct lane lane = lane_of(&s, blockIdx.x, width);
    uint32_t symbol = SYMBOL_DELIMITER, limit = bound_now(s.scan, s.k), followed = 0;
    for (int64_t end = lane.at; end <= lane.until && lane.at < lane.until; end++) {
        lane_finish(&s, &lane, end, 1, width);
        const uint32_t behind = lane_symbol(&s, end, width);
        const enum bit_nfa_class before = class_of(&q, a.word_slot, symbol);
        nfa_step(a, q, c, symbol, limit);
        nfa_close_epsilon(a, c, a.holding[before][class_of(&q, a.word_slot, behind)], limit);
        const uint32_t best = nfa_least_cost(a, c);
        if (threadIdx.x == 0 && best <= limit && end > lane.owned && end <= lane.until &&
            (!s.line || behind == SYMBOL_DELIMITER))
            report_hit(&s.scan, (uint32_t)end, best, s.pattern);
        volatile uint32_t *now = c.now;
        c.now = c.before;
        c.before = now;
        symbol = behind;
        if (s.scan.best)
            limit = __shfl_sync(ALL_LANES, bound_now(s.scan, limit), 0);
        followed += a.nedges;
        if (threadIdx.x == 0 && followed >= NFA_BEAT)
            *heartbeat = (uint32_t)clock64();
        followed = followed < NFA_BEAT ? followed : 0;
        __syncwarp();
    }
}

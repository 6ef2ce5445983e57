/*
 * scan.cuh - shared by the kernels: the parameters of a scan, its substrings, and reporting hits.
 *
 * Each algorithm cuts the owned range into substrings of `stride` symbols, and reads `lead` symbols
 * before each of them (partition.h). Positions outside of [lead, end) read as delimiters: the state
 * restarts there, and nothing is reported.
 */
#pragma once

#include "gpu/base/warp.h"
#include "gpu/scan/device_query.h"

/* Parameters of a kernel: the text to scan, and where hits go. Passed by value. */
struct scan {
    const void *codes;
    uint32_t width, lead, begin, end; /* of a code; of the cut */
    uint32_t *limit, *nhits, most;
    struct hit *hits;
    bool best, rising;
};

/* A division of the owned range: substring i owns [begin + i * stride, begin + (i + 1) *
 * stride). */
struct cutting {
    uint32_t substrings, stride, lead;
};

/* The patterns of one launch: the y-th is members[y], or first + y where there is no list. */
struct members {
    uint32_t n, first;
    const uint32_t *list; /* device, or NULL */
};

__device__ inline uint32_t member(const struct members &members, uint32_t y)
{
    return members.list == NULL ? members.first + y : members.list[y];
}

/* Returns the position of the first symbol that substring i reads; may be before the text. */
__device__ inline int64_t substring_at(const struct scan &s, const struct cutting &c, uint32_t i)
{
    return (int64_t)s.begin + (int64_t)i * c.stride - c.lead;
}

/* Returns the symbol at a position; the delimiter outside of the cut. */
__device__ inline uint32_t code_at(const struct scan &s, int64_t at)
{
    if (at < s.lead || at >= s.end)
        return 0;
    return s.width == 1 ? ((const uint8_t *)s.codes)[at] : ((const uint32_t *)s.codes)[at];
}

/* Returns whether a slot matches a code. */
__device__ inline bool slot_matches(const struct device_query &q, uint32_t slot, uint32_t code)
{
    size_t words = (q.ncodes + 31) / 32;
    return q.matches[slot * words + code / 32] >> code % 32 & 1;
}

/* Returns the current bound on the distances of a pattern with limit k. */
__device__ inline uint32_t bound_now(const struct scan &s, uint32_t k)
{
    return min(k, *(volatile uint32_t *)s.limit);
}

/*
 * Called by all lanes of a warp together; each lane reports one hit if `found` is true. One atomic
 * operation reserves room for the hits of the warp. When the list is full, it is skipped, so the
 * count cannot overflow.
 */
__device__ inline void report(const struct scan &s, bool found, uint32_t end, uint32_t distance,
                              uint32_t pattern)
{
    unsigned finders = __ballot_sync(ALL_LANES, found), lane = threadIdx.x % WARP;
    uint32_t at = 0;
    if (finders == 0)
        return;
    if (lane == 0)
        at = *(volatile uint32_t *)s.nhits > s.most ? s.most : atomicAdd(s.nhits, __popc(finders));
    at = __shfl_sync(ALL_LANES, at, 0) + __popc(finders & ((1U << lane) - 1));
    if (found && at < s.most)
        s.hits[at] = (struct hit){end, distance, pattern};
}

/* In best mode: lowers the limit to the least distance of the warp. Returns the new bound. */
__device__ inline uint32_t lower_limit(const struct scan &s, uint32_t bound, uint32_t distance)
{
    uint32_t least = __reduce_min_sync(ALL_LANES, distance), before = least;
    if (least > bound || (least == bound && *(volatile uint32_t *)s.limit <= bound))
        return bound;
    if (threadIdx.x % WARP == 0)
        before = atomicMin(s.limit, least);
    return min(least, __shfl_sync(ALL_LANES, before, 0));
}

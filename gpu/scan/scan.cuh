/*
 * scan.cuh - what the algorithms share: the scan, its substrings, and how hits are reported.
 *
 * Each algorithm cuts the owned range into substrings of `stride` symbols, and reads `lead` symbols
 * before each of them (partition.h). Places outside of [lead, end) read as delimiters: the state
 * restarts there, and nothing is reported.
 */
#ifndef SCAN_CUH
#define SCAN_CUH

#include "gpu/base/warp.h"
#include "gpu/scan/device_query.h"

/* Parameters of a kernel: the text to scan, and where hits go. Passed by value. */
struct scan {
    const void *codes;
    uint32_t width, lead, begin, end; /* of the text; of the cut */
    uint32_t *limit, *nhits, most;
    struct hit *hits;
    bool best, rising;
};

/* How the owned range is cut: substring i owns [begin + i * stride, begin + (i + 1) * stride). */
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

/* The place in the text of the first symbol that substring i reads; may be before the text. */
__device__ inline int64_t substring_at(const struct scan &s, const struct cutting &c, uint32_t i)
{
    return (int64_t)s.begin + (int64_t)i * c.stride - c.lead;
}

/* The symbol at a place, the delimiter outside of the cut. */
__device__ inline uint32_t code_at(const struct scan &s, int64_t at)
{
    if (at < s.lead || at >= s.end)
        return 0;
    return s.width == 1 ? ((const uint8_t *)s.codes)[at] : ((const uint32_t *)s.codes)[at];
}

/* Whether a slot matches a code. */
__device__ inline bool slot_matches(const struct device_query &q, uint32_t slot, uint32_t code)
{
    size_t words = (q.ncodes + 31) / 32;
    return q.matches[slot * words + code / 32] >> code % 32 & 1;
}

/* The bound on the distances of a pattern whose limit is k, as it is now. */
__device__ inline uint32_t bound_now(const struct scan &s, uint32_t k)
{
    return min(k, *(volatile uint32_t *)s.limit);
}

/*
 * All lanes of a warp call at once; each reports one hit when `found` is true. One atomic operation
 * takes the room for the hits of the warp. Once there is no room left, none does: so the count does
 * not grow any more and cannot overflow.
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

/* In best mode: the limit falls to the least of the warp's distances, if that is less. Returns the
 * new bound. */
__device__ inline uint32_t lower_limit(const struct scan &s, uint32_t bound, uint32_t distance)
{
    uint32_t least = __reduce_min_sync(ALL_LANES, distance), before = least;
    if (least > bound || (least == bound && *(volatile uint32_t *)s.limit <= bound))
        return bound;
    if (threadIdx.x % WARP == 0)
        before = atomicMin(s.limit, least);
    return min(least, __shfl_sync(ALL_LANES, before, 0));
}

#endif

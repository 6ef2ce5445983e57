/*
 * scan.cuh - shared by the kernels: substrings of a scan, and reporting hits.
 *
 * Each algorithm cuts the owned range into substrings of `stride` symbols, and reads `lead` symbols
 * before each of them (partition.h). Positions outside of [lead, end) read as delimiters: the state
 * restarts there, and nothing is reported.
 */
#pragma once

#include "gpu/base/warp.h"
#include "gpu/scan/device_query.h"

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
    return at < s.lead || at >= s.end ? 0 : text_code(&s.text, at);
}

/* Returns the current bound on the distances of a pattern with limit k. */
__device__ inline uint32_t bound_now(const struct scan &s, uint32_t k)
{
    return min(k, *(volatile uint32_t *)s.limit);
}

/* Reserves room for n hits, and returns the index of the first. When the list is full, skips the
 * atomic operation, so the count cannot overflow. */
__device__ inline uint32_t reserve_hits(const struct device_hits &hits, uint32_t n)
{
    return *(volatile uint32_t *)hits.n > hits.most ? hits.most : atomicAdd(hits.n, n);
}

/* Reports a hit if its distance is within the limit. Called by single threads. */
__device__ inline void report_hit(const struct scan *s, uint32_t end, uint32_t distance,
                                  uint32_t pattern)
{
    const uint32_t limit = *(volatile uint32_t *)s->limit;
    if (distance > limit)
        return;
    if (s->best && distance < limit)
        atomicMin(s->limit, distance);
    const uint32_t at = reserve_hits(s->hits, 1);
    if (at < s->hits.most)
        s->hits.v[at] = (struct hit){end, distance, pattern};
}

/* Called by all lanes of a warp together; each lane reports one hit if `found` is true. One atomic
 * operation reserves room for the hits of the warp. */
__device__ inline void report(const struct scan &s, bool found, uint32_t end, uint32_t distance,
                              uint32_t pattern)
{
    unsigned finders = __ballot_sync(ALL_LANES, found), lane = threadIdx.x % WARP;
    uint32_t at = 0;
    if (finders == 0)
        return;
    if (lane == 0)
        at = reserve_hits(s.hits, __popc(finders));
    at = __shfl_sync(ALL_LANES, at, 0) + __popc(finders & ((1U << lane) - 1));
    if (found && at < s.hits.most)
        s.hits.v[at] = (struct hit){end, distance, pattern};
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

/* The set of codes of a slot: a single code, or one of these values. */
#define CODES_MANY UINT32_MAX
#define CODES_MOST (UINT32_MAX - 1) /* more than half of all codes */

/* Returns the only code of a slot, else CODES_MANY or CODES_MOST. */
__device__ inline uint32_t codes_of(const struct device_query &q, uint32_t slot)
{
    const uint32_t words = (q.ncodes + 31) / 32;
    uint32_t n = 0, last = 0;
#pragma unroll 1 /* as in score.cuh */
    for (uint32_t word = 0; word < words; word++) {
        const uint32_t codes = q.matches[(size_t)slot * words + word];
        n += __popc(codes);
        last = codes != 0 ? 32 * word + 31 - __clz(codes) : last;
    }
    return n == 1 ? last : n > q.ncodes / 2 ? CODES_MOST : CODES_MANY;
}

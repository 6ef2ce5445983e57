/*
 * strips_cross.cuh - where the two halves of a table meet (Hirschberg), for many tables at once.
 *
 * Each block has one table. Its threads divide the n + 1 columns; each gets the same multiple of
 * 32. A thread first sums the deltas of its columns. The prefix sums over the threads give the
 * scores at its first column, with which it processes its columns a second time. The deltas of the
 * lower half are read from the end.
 */
#pragma once

#include "gpu/strips/strips_tables.h"

enum { CROSS_THREADS = 1024 };

/* Deltas of 32 columns. */
struct cross_deltas {
    uint32_t up, down;
};

template <bool LEVENSHTEIN>
__device__ inline cross_deltas load_deltas(const uint64_t *border, uint64_t g)
{
    if (LEVENSHTEIN)
        return {(uint32_t)border[2 * g], (uint32_t)border[2 * g + 1]};
    return {(uint32_t)border[g], 0};
}

/* Loads the deltas of columns [32 g, 32 g + 32); 0 after column n. */
template <bool LEVENSHTEIN>
__device__ inline cross_deltas deltas_forward(const strips_half &half, uint64_t n, uint64_t g)
{
    if (32 * g >= n)
        return {0, 0};
    cross_deltas d = load_deltas<LEVENSHTEIN>(half.border, g);
    uint32_t there = n - 32 * g < 32 ? (1U << (n - 32 * g)) - 1 : ~0U;
    return {d.up & there, d.down & there};
}

/* Loads deltas backwards: bit i is the delta of column n - 1 - 32 g - i. */
template <bool LEVENSHTEIN>
__device__ inline cross_deltas deltas_backward(const strips_half &half, uint64_t n, uint64_t g)
{
    if (32 * g >= n)
        return {0, 0};
    const uint64_t end = n - 32 * g; /* columns [end - 32, end) */
    const unsigned shift = end % 32;
    cross_deltas low = {0, 0}, high = {0, 0};
    if (end >= 32)
        low = load_deltas<LEVENSHTEIN>(half.border, end / 32 - 1);
    if (shift > 0)
        high = load_deltas<LEVENSHTEIN>(half.border, end / 32);
    return {__brev(__funnelshift_r(low.up, high.up, shift)),
            __brev(__funnelshift_r(low.down, high.down, shift))};
}

__device__ inline int64_t change(cross_deltas d)
{
    return __popc(d.up) - __popc(d.down);
}

/* The best column of a range, and the upper half's score there. */
struct crossing {
    int64_t sum; /* of both scores; for an LCS negated, so that the least is the best */
    uint64_t column, score;
};

__device__ inline bool is_better(const crossing &a, const crossing &b, bool last)
{
    return a.sum != b.sum ? a.sum < b.sum : last ? a.column > b.column : a.column < b.column;
}

/* Replaces both values by their sums over the earlier threads. Sets *total_b to the sum of all
 * b. */
__device__ inline void sum_before(int64_t *a, int64_t *b, int64_t *total_b)
{
    __shared__ int64_t sums[2][CROSS_THREADS];
    const unsigned t = threadIdx.x;
    const int64_t own[2] = {*a, *b};
    sums[0][t] = own[0], sums[1][t] = own[1];
    __syncthreads();
    for (unsigned far = 1; far < CROSS_THREADS; far *= 2) {
        int64_t more[2] = {0, 0};
        if (t >= far)
            more[0] = sums[0][t - far], more[1] = sums[1][t - far];
        __syncthreads();
        sums[0][t] += more[0], sums[1][t] += more[1];
        __syncthreads();
    }
    *a = sums[0][t] - own[0];
    *b = sums[1][t] - own[1];
    *total_b = sums[1][CROSS_THREADS - 1];
}

/* Returns the best of columns [32 from, 32 to), or fewer at the end. `upper` and `lower` are the
 * scores at the first of them. */
template <bool LEVENSHTEIN>
__device__ crossing best_of(const struct strips_cross &cross, uint64_t from, uint64_t to,
                            int64_t upper, int64_t lower)
{
    const int64_t sign = LEVENSHTEIN ? 1 : -1;
    crossing best = {INT64_MAX, 0, 0};
    for (uint64_t g = from; g < to; g++) {
        cross_deltas a = deltas_forward<LEVENSHTEIN>(cross.upper, cross.n, g);
        cross_deltas b = deltas_backward<LEVENSHTEIN>(cross.lower, cross.n, g);
        for (unsigned i = 0; i < 32 && 32 * g + i <= cross.n; i++) {
            crossing here = {sign * (upper + lower), 32 * g + i, (uint64_t)upper};
            if (is_better(here, best, cross.last))
                best = here;
            upper += (int)(a.up >> i & 1) - (int)(a.down >> i & 1);
            lower -= (int)(b.up >> i & 1) - (int)(b.down >> i & 1);
        }
    }
    return best;
}

template <bool LEVENSHTEIN>
__global__ void __launch_bounds__(CROSS_THREADS) cross_kernel(strips_cross *crosses)
{
    __shared__ crossing bests[CROSS_THREADS];
    strips_cross &cross = crosses[blockIdx.x];
    const unsigned t = threadIdx.x;
    const uint64_t groups = cross.n / 32 + 1, each = (groups + CROSS_THREADS - 1) / CROSS_THREADS;
    const uint64_t from = t * each, to = from + each < groups ? from + each : groups;
    int64_t upper = 0, lower = 0, all_lower;
    for (uint64_t g = from; g < to; g++) {
        upper += change(deltas_forward<LEVENSHTEIN>(cross.upper, cross.n, g));
        lower += change(deltas_backward<LEVENSHTEIN>(cross.lower, cross.n, g));
    }
    sum_before(&upper, &lower, &all_lower);
    if (LEVENSHTEIN)
        upper += cross.upper.m, all_lower += cross.lower.m;
    bests[t] = best_of<LEVENSHTEIN>(cross, from, to, upper, all_lower - lower);
    __syncthreads();
    for (unsigned half = CROSS_THREADS / 2; half > 0; half /= 2) {
        if (t < half && is_better(bests[t + half], bests[t], cross.last))
            bests[t] = bests[t + half];
        __syncthreads();
    }
    if (t > 0)
        return;
    const crossing best = bests[0];
    const uint64_t after = LEVENSHTEIN ? best.sum - best.score : -best.sum - best.score;
    cross.column = best.column;
    cross.before = LEVENSHTEIN ? best.score : cross.upper.m + best.column - 2 * best.score;
    cross.after = LEVENSHTEIN ? after : cross.lower.m + (cross.n - best.column) - 2 * after;
}

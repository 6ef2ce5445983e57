/*
 * slice_count.cuh - the distances of bitslice.cuh by bit-sliced counters, in the lane that has the
 * last row (as src/scan/sliced_kernel.h does).
 */
#pragma once

#include "gpu/scan/slice_rows.cuh"

/* A counter in each substring: the last row's score less (bound + 1). Bit i is in plane i, the sign
 * in the last plane. */
struct counter {
    uint32_t plane[COUNTER];
    uint32_t bound;
};

__device__ inline void counter_begin(struct counter *c, uint32_t m, uint32_t bound)
{
    c->bound = bound;
#pragma unroll
    for (int i = 0; i < COUNTER; i++)
        c->plane[i] = 0 - ((m - bound - 1) >> i & 1);
}

/* Adjusts the counters to a lower bound. */
__device__ inline void counter_lower(struct counter *c, uint32_t bound)
{
    uint32_t carry = 0, by = c->bound - bound;
#pragma unroll
    for (int i = 0; i < COUNTER; i++) {
        uint32_t bit = 0 - (by >> i & 1), old = c->plane[i];
        c->plane[i] = LOGIC3(XOR3, old, bit, carry);
        carry = LOGIC3(MAJORITY, old, bit, carry);
    }
    c->bound = bound;
}

/* Counts one column: adds -1 as ones in all planes, and +1 as the carry into the lowest. */
__device__ inline void counter_add(struct counter *c, uint32_t p, uint32_t n, uint32_t restart,
                                   uint32_t m, bool restarts)
{
    uint32_t carry = p;
#pragma unroll
    for (int i = 0; i < COUNTER; i++) {
        uint32_t old = c->plane[i], sum = LOGIC3(XOR3, old, n, carry);
        carry = LOGIC3(MAJORITY, old, n, carry);
        if (restarts) {
            uint32_t begin = 0 - ((m - c->bound - 1) >> i & 1);
            sum = LOGIC3(CHOOSE, restart, begin, sum);
        }
        c->plane[i] = sum;
    }
}

/* Returns the distance in one substring, if it is within the bound. */
__device__ inline uint32_t counter_value(const struct counter &c, unsigned bit)
{
    uint32_t value = c.bound + 1 - (1U << (COUNTER - 1));
#pragma unroll
    for (int i = 0; i < COUNTER - 1; i++)
        value += (c.plane[i] >> bit & 1) << i;
    return value;
}

/* Returns the least distance in the substrings *of, and reduces *of to those that have it. */
__device__ inline uint32_t counter_least(const struct counter &c, uint32_t *of)
{
    if (*of == 0)
        return UINT32_MAX;
#pragma unroll
    for (int i = COUNTER - 2; i >= 0; i--)
        if ((*of & ~c.plane[i]) != 0)
            *of &= ~c.plane[i];
    return counter_value(c, __ffs(*of) - 1);
}

/* Reports the substrings in `found` at this column. Called by all lanes. */
__device__ inline void report_column(const struct scan &s, const struct bitslice_layout &layout,
                                     const struct slicer &w, struct counter *c, uint32_t found,
                                     int64_t column)
{
    const uint32_t group = w.group + threadIdx.x % WARP / w.lanes;
    uint32_t bound = c->bound;
    if (s.best) {
        uint32_t least = counter_least(*c, &found);
        bound = lower_limit(s, bound, least);
        if (least > bound)
            found = 0;
    }
    while (__any_sync(ALL_LANES, found != 0)) {
        unsigned bit = found != 0 ? __ffs(found) - 1 : 0;
        int64_t place = substring_at(s, layout.cut, WARP * group + bit) + column;
        report(s, found != 0, (uint32_t)(place + 1), counter_value(*c, bit), w.to.pattern);
        found &= found - 1;
    }
    counter_lower(c, bound);
}

/* Returns the least distance within the bound after the step's last column. Once the limit has
 * fallen to it, few other columns must be checked. */
__device__ inline uint32_t least_behind(const struct counter &c, bool owned, uint32_t restart)
{
    uint32_t within = owned ? c.plane[COUNTER - 1] & ~restart : 0;
    return counter_least(c, &within);
}

/* Counts the columns of a step. If a distance is within the bound, counts them again one by one,
 * and reports. `column` is the lane's first column. */
__device__ inline void count(const struct scan &s, const struct bitslice_layout &layout,
                             const struct slicer &w, struct counter *c, const struct horizontals h,
                             const uint32_t restart[COLUMNS], int64_t column)
{
    struct counter before = *c;
    bool restarts = __any_sync(ALL_LANES, (restart[0] | restart[1] | restart[2] | restart[3]) != 0);
    uint32_t any = 0;
    if (restarts) {
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) {
            counter_add(c, h.p[i], h.n[i], restart[i], w.to.m, true);
            any |= c->plane[COUNTER - 1] & ~restart[i];
        }
    } else {
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) {
            counter_add(c, h.p[i], h.n[i], 0, w.to.m, false);
            any |= c->plane[COUNTER - 1];
        }
    }
    bool owned = w.last && column + COLUMNS > layout.cut.lead;
    uint32_t bound = c->bound;
    if (!__any_sync(ALL_LANES, owned && any != 0))
        return;
    if (s.best)
        bound = lower_limit(s, bound, least_behind(*c, owned, restart[COLUMNS - 1]));
    *c = before;
    counter_lower(c, bound);
#pragma unroll 1
    for (int i = 0; i < COLUMNS; i++) {
        const uint32_t p = i == 0 ? h.p[0] : i == 1 ? h.p[1] : i == 2 ? h.p[2] : h.p[3];
        const uint32_t n = i == 0 ? h.n[0] : i == 1 ? h.n[1] : i == 2 ? h.n[2] : h.n[3];
        const uint32_t r = i == 0   ? restart[0]
                           : i == 1 ? restart[1]
                           : i == 2 ? restart[2]
                                    : restart[3];
        counter_add(c, p, n, r, w.to.m, true);
        uint32_t found = c->plane[COUNTER - 1] & ~r & (s.rising ? UINT32_MAX : ~p);
        if (!w.last || column + i < layout.cut.lead)
            found = 0;
        report_column(s, layout, w, c, found, column + i);
    }
}

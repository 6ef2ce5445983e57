/*
 * score.cuh - the distances in a pattern's last row, for 32 columns at a time.
 *
 * Algorithms that store the table as differences yield the last row as rises and falls from column
 * to column, gathered into words. Usually one look at a word shows that no distance in its columns
 * is within the bound.
 *
 * The rarely entered loops are not unrolled: each of 66 kernels has its own copy of them, and
 * unrolled they made up half of the kernels' code and half of the time to compile it.
 */
#pragma once

#include "gpu/scan/scan.cuh"

/* 32 columns of the last row: where it rises, where it falls, and where it restarts. Bit 31 is the
 * first column. */
struct deltas {
    uint32_t p, m, restart;
};

/* The part of a lane: one pattern in one substring. */
struct scored {
    uint32_t pattern, m, k;
    uint32_t owned; /* first position that the substring owns */
};

/* Returns the distance after the columns, given the distance before them. */
__device__ inline int32_t score_behind(int32_t score, struct deltas d, uint32_t m)
{
    uint32_t after = (d.restart & -d.restart) - 1; /* the columns after the last restart */
    if (d.restart != 0)
        score = (int32_t)m;
    return score + __popc(d.p & after) - __popc(d.m & after);
}

/* Processes 8 columns: in best mode first lowers the bound, then reports. All lanes take part in
 * both passes. */
__device__ inline uint32_t score_columns(const struct scan &s, const struct scored &to,
                                         struct deltas d, int32_t score, int64_t at, uint32_t bound)
{
#pragma unroll 1
    for (unsigned pass = s.best ? 0 : 1; pass < 2; pass++) {
        uint32_t p = d.p, m = d.m, restart = d.restart, least = UINT32_MAX;
        int32_t value = score;
#pragma unroll 1
        for (unsigned c = 0; c < 8; c++, p <<= 1, m <<= 1, restart <<= 1) {
            value = restart >> 31 ? (int32_t)to.m : value + (int32_t)(p >> 31) - (int32_t)(m >> 31);
            bool found = !(restart >> 31) && value <= (int32_t)bound && (s.rising || !(p >> 31)) &&
                         at + c >= to.owned && at + c < s.end;
            if (pass == 1)
                report(s, found, (uint32_t)(at + c + 1), (uint32_t)value, to.pattern);
            else if (found)
                least = min(least, (uint32_t)value);
        }
        if (pass == 0)
            bound = lower_limit(s, bound, least);
    }
    return bound;
}

/*
 * Processes 32 columns, and reports the hits there. The first column is the symbol at position
 * `at`. *score is the distance before the first column, on return the distance after the last.
 * Called by all lanes of a warp together. Nothing is reported after the text. Returns the new
 * bound.
 */
__device__ inline uint32_t score_window(const struct scan &s, const struct scored &to,
                                        struct deltas d, int32_t *score, int64_t at, uint32_t bound)
{
    d.p &= ~d.restart;
    d.m &= ~d.restart;
    bool owned = at + 31 >= to.owned && ~d.restart != 0;
    if (__any_sync(ALL_LANES, owned && *score - __popc(d.m) <= (int32_t)bound)) {
        int32_t value = *score;
        struct deltas rest = d;
        if (s.best) { /* first lowers the bound to the last column's distance: then few others are
                         within it */
            bool counts = owned && !(d.restart & 1) && at + 31 < s.end;
            bound = lower_limit(s, bound, counts ? score_behind(value, d, to.m) : UINT32_MAX);
        }
#pragma unroll 1
        for (unsigned c = 0; c < 32; c += 8) {
            const uint32_t first = 0xff000000;
            struct deltas part = {rest.p & first, rest.m & first, rest.restart & first};
            bool near = owned && part.restart != first && value - __popc(part.m) <= (int32_t)bound;
            if (__any_sync(ALL_LANES, near))
                bound = score_columns(s, to, part, value, at + c, bound);
            value = score_behind(value, part, to.m);
            rest = (struct deltas){rest.p << 8, rest.m << 8, rest.restart << 8};
        }
    }
    *score = score_behind(*score, d, to.m);
    return bound;
}

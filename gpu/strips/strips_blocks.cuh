/*
 * strips_blocks.cuh - the LCS as published: a baseline to compare with.
 *
 * K. Kawanami, N. Fujimoto, "GPU accelerated computation of the longest common subsequence",
 * Facing the Multicore-Challenge II, LNCS 7174, 2012. The table is made of blocks of 1024 columns
 * and 1024 rows; 32 threads have a word of 32 rows each. Blocks of an anti-diagonal do not depend
 * on each other, so a launch does one anti-diagonal. V goes to the block on the right, the carries
 * of the last row go to the block below. In each column, the 1024 bits are added by conditional
 * sums: each thread adds its word with carry 0 and with carry 1; then, five times, groups of twice
 * as many threads as before find the carries between their halves.
 */
#pragma once

#include "gpu/strips/strips_masks.cuh"

/* A thread's sum, and the carry that comes out of its group: with carry 0 into the group, and with
 * carry 1. */
struct conditional {
    uint32_t sum[2], carry[2];
};

/*
 * v + u + carry_in, of 32 words. Returns the thread's word of the sum; *carry_out is the carry out
 * of the last word. Threads give their two carries to each other in shared memory.
 */
__device__ inline uint32_t conditional_sum(uint32_t v, uint32_t u, uint32_t carry_in,
                                           volatile uint32_t carries[WARP], uint32_t *carry_out)
{
    const unsigned lane = threadIdx.x;
    struct conditional c;
    c.sum[0] = v + u;
    c.carry[0] = c.sum[0] < v;
    c.sum[1] = c.sum[0] + 1;
    c.carry[1] = c.carry[0] | (c.sum[1] == 0);
    for (unsigned half = 1; half < WARP; half *= 2) {
        carries[lane] = c.carry[0] | c.carry[1] << 1;
        __syncwarp();
        if (lane & half) { /* the upper half takes what comes out of the lower one */
            const uint32_t lower = carries[(lane & ~(half - 1)) - 1];
            const struct conditional old = c;
            for (int in = 0; in < 2; in++) {
                const bool one = lower >> in & 1;
                c.sum[in] = one ? old.sum[1] : old.sum[0];
                c.carry[in] = one ? old.carry[1] : old.carry[0];
            }
        }
        __syncwarp();
    }
    *carry_out = __shfl_sync(ALL_LANES, carry_in ? c.carry[1] : c.carry[0], WARP - 1);
    return carry_in ? c.sum[1] : c.sum[0];
}

/* Does the block of the table with row number first + blockIdx.x on anti-diagonal `diagonal`. */
template <int DIGITS>
__global__ void __launch_bounds__(WARP)
    blocks_kernel(const strips_table t, const strips_coding coding, uint32_t *vectors,
                  uint64_t diagonal, uint64_t first)
{
    extern __shared__ uint32_t masks[];
    __shared__ uint32_t carries[WARP];
    const unsigned lane = threadIdx.x, values = coding.masks / DIGITS;
    const uint64_t row = first + blockIdx.x, column = (diagonal - row) * STRIPS_BLOCK;
    uint32_t v = vectors[row * WARP + lane];
    build_masks<1, DIGITS, false>(t, coding, (uint32_t)row, masks);
    for (uint64_t at = column; at < column + STRIPS_BLOCK && at < t.n; at += STRIPS_COLUMNS) {
        uint64_t *border = t.border + at / STRIPS_COLUMNS;
        const uint32_t in = (uint32_t)*border;
        uint32_t out = 0;
        for (unsigned i = 0; i < STRIPS_COLUMNS; i++) {
            uint32_t match = ~0U, carry;
            for (int d = 0; d < DIGITS; d++)
                match &=
                    masks[(d * values + digit_of(t.columns + at + i, t.column_stride, d)) * WARP +
                          lane];
            const uint32_t u = v & match;
            v = conditional_sum(v, u, in >> i & 1, carries, &carry) | (v & ~u);
            out |= carry << i;
        }
        __syncwarp();
        if (lane == 0)
            *border = out;
        __syncwarp();
    }
    vectors[row * WARP + lane] = v;
}

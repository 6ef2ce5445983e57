/* bitvector_masks.cuh - makes the match masks of bitvector.cuh. */
#pragma once

#include "gpu/scan/bitvector.cuh"

/* Returns the number of padding rows above the pattern, which match nothing. */
__device__ inline uint32_t bitvector_padding(const struct bitvector_layout &layout, uint32_t m)
{
    return 32 * layout.words - m;
}

/* Makes the masks: one warp for each word, one lane for each row. */
__global__ void bitvector_masks(struct device_query q, struct bitvector_layout layout,
                                uint32_t *masks)
{
    const size_t per_pattern = (size_t)q.ncodes * layout.words;
    const size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    if (i >= per_pattern * layout.members.n)
        return;
    const struct device_pattern p = q.patterns[member(layout.members, i / per_pattern)];
    const uint32_t code = i % per_pattern / layout.words, lane = threadIdx.x % WARP;
    const uint32_t row = i % layout.words * 32 + lane, padding = bitvector_padding(layout, p.m);
    bool matches = row >= padding && slot_matches(q, q.slots[p.first_row + row - padding], code);
    uint32_t mask = __ballot_sync(ALL_LANES, matches);
    if (lane == 0)
        masks[i] = mask;
}

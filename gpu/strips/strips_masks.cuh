/*
 * strips_masks.cuh - match masks of the rows of a strip: one mask for each value of each digit, in
 * shared memory.
 *
 * A strip is 32 lanes x WORDS words x 32 rows; lane 0 has the uppermost rows. Without sides, the
 * table's last row is the last row of a strip. So the first strip may have rows above the table;
 * they match nothing. With sides, the last strip may have rows below it; they match everything
 * (strips_tables.h).
 */
#pragma once

#include "gpu/strips/strips_tables.h"

/* Digit d of the code whose byte in plane 0 is *code (strips_tables.h). */
__device__ inline unsigned digit_of(const uint8_t *code, uint64_t stride, unsigned d)
{
    return code[d / 2 * stride] >> d % 2 * STRIPS_DIGIT & 15;
}

/* The number of the first row of word w of a lane; negative above the table. */
template <int WORDS, bool SIDES>
__device__ inline int64_t first_row(const strips_table &t, uint32_t strip, unsigned lane,
                                    unsigned w)
{
    return strips_first_row(&t, WORDS, SIDES, strip) + (lane * WORDS + w) * 32;
}

/* The place of word w of a lane in the mask of one value. A lane reads up to 4 words at once, so
 * these lie side by side. */
template <int WORDS> __device__ inline unsigned mask_at(unsigned lane, unsigned w)
{
    constexpr unsigned together = WORDS < 4 ? WORDS : 4;
    return (w / together * WARP + lane) * together + w % together;
}

/* One warp makes all masks of a strip, a word at a time: masks[value][WARP * WORDS], the values of
 * digit 0, then those of digit 1, and so on. */
template <int WORDS, int DIGITS, bool SIDES>
__device__ void build_masks(const strips_table &t, const strips_coding &coding, uint32_t strip,
                            uint32_t *masks)
{
    const unsigned lane = threadIdx.x % WARP, values = coding.masks / DIGITS;
    __syncwarp();
    for (unsigned word = 0; word < WARP * WORDS; word++) {
        const int64_t row = first_row<WORDS, SIDES>(t, strip, word / WORDS, word % WORDS) + lane;
        uint32_t *at = masks + mask_at<WORDS>(word / WORDS, word % WORDS);
        for (unsigned d = 0; d < DIGITS; d++) {
            const bool below = SIDES && row >= (int64_t)t.m;
            const unsigned digit =
                row >= 0 && !below ? digit_of(t.rows + row, t.row_stride, d) : 16;
            uint32_t mine = 0;
            for (unsigned v = 0; v < values; v++) {
                const uint32_t mask = __ballot_sync(ALL_LANES, digit == v || below);
                mine = lane == v ? mask : mine;
            }
            if (lane < values)
                at[(d * values + lane) * WARP * WORDS] = mine;
        }
    }
    __syncwarp();
}

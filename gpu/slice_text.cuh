/*
 * slice_text.cuh - the text as planes: bit s of a word belongs to substring s of a group of 32.
 *
 * A warp transposes blocks of 32 substrings by 32 columns: each lane gathers the bits of 32 symbols
 * of its substring into a word, one for each plane, and five exchanges with other lanes turn words
 * of columns into words of substrings.
 */
#ifndef SLICE_TEXT_CUH
#define SLICE_TEXT_CUH

#include "logic.cuh"
#include "scan.cuh"

enum {
    SLICE_WARPS = 4,     /* of a block */
    SLICE_COLUMNS = 128, /* that a warp transposes: a cache line of each substring */
};

struct sliced_text {
    uint32_t *words;                  /* [groups][planes][columns] */
    uint32_t groups, planes, columns; /* columns: a multiple of SLICE_COLUMNS */
};

/* The bit matrix of a warp, transposed: bit b of lane l becomes bit l of lane b. */
__device__ inline uint32_t transpose(uint32_t x)
{
    const unsigned lane = threadIdx.x % WARP;
    x = __byte_perm(x, __shfl_xor_sync(ALL_LANES, x, 16), lane & 16 ? 0x3276 : 0x5410);
    x = __byte_perm(x, __shfl_xor_sync(ALL_LANES, x, 8), lane & 8 ? 0x3715 : 0x6240);
    uint32_t low = 0x0f0f0f0f; /* the bits whose place has not bit j */
#pragma unroll
    for (unsigned j = 4; j > 0; j /= 2) {
        uint32_t y = __shfl_xor_sync(ALL_LANES, x, j);
        uint32_t keep = lane & j ? ~low : low;
        x = logic<CHOOSE>(keep, x, __funnelshift_l(y, y, lane & j ? 32 - j : j));
        low ^= low << j / 2;
    }
    return x;
}

/* 32 symbols of one substring. */
struct symbols {
    uint32_t v[32];
};

/* Symbol 4 i + j is byte j of v[i] (narrow), or v[4 i + j]. */
template <bool NARROW>
__device__ inline void load_symbols(const struct scan &s, int64_t at, int64_t end,
                                    struct symbols *symbols)
{
    const unsigned width = NARROW ? 1 : 4, n = NARROW ? 8 : 32;
    const unsigned char *text = (const unsigned char *)s.codes + at * width;
    if (at >= s.lead && at + 32 <= end && (size_t)text % 16 == 0) {
#pragma unroll
        for (unsigned i = 0; i < n; i += 4) {
            uint4 v = *(const uint4 *)(text + 4 * i);
            symbols->v[i] = v.x, symbols->v[i + 1] = v.y;
            symbols->v[i + 2] = v.z, symbols->v[i + 3] = v.w;
        }
        return;
    }
#pragma unroll
    for (unsigned i = 0; i < n; i++) {
        symbols->v[i] = 0;
        for (unsigned j = 0; j < (NARROW ? 4 : 1); j++) {
            int64_t place = at + (NARROW ? 4 * i + j : i);
            symbols->v[i] |= (place < end ? code_at(s, place) : 0) << 8 * j;
        }
    }
}

/* Bit `plane` of each symbol: bit 8 j + i is that of symbol 4 i + j. */
template <bool NARROW>
__device__ inline uint32_t gather(const struct symbols *symbols, unsigned plane)
{
    uint32_t x = 0;
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
        if (NARROW)
            x += (symbols->v[i] >> plane & 0x01010101) << i;
        else
            for (unsigned j = 0; j < 4; j++)
                x |= (symbols->v[4 * i + j] >> plane & 1) << (8 * j + i);
    return x;
}

/* One warp: SLICE_COLUMNS columns of one group. */
template <bool NARROW>
__global__ void __launch_bounds__(SLICE_WARPS *WARP)
    slice_text(struct scan s, struct cutting cut, struct sliced_text to)
{
    const unsigned lane = threadIdx.x % WARP, column = 4 * (lane % 8) + lane / 8;
    const uint32_t blocks = to.columns / SLICE_COLUMNS;
    const size_t warp = (size_t)blockIdx.x * SLICE_WARPS + threadIdx.x / WARP;
    const uint32_t group = (uint32_t)(warp / blocks);
    if (group >= to.groups)
        return;
    const uint32_t substring = WARP * group + lane, from = warp % blocks * SLICE_COLUMNS;
    const int64_t at = substring_at(s, cut, substring);
    const int64_t end =
        substring < cut.substrings ? min(at + cut.lead + cut.stride, (int64_t)s.end) : 0;
    uint32_t *words = to.words + (size_t)group * to.planes * to.columns + from + column;
    const unsigned at_once = NARROW ? SLICE_COLUMNS / 32 : 1; /* blocks: loads wait together */
    for (unsigned c = 0; c < SLICE_COLUMNS; c += 32 * at_once) {
        struct symbols symbols[at_once];
#pragma unroll
        for (unsigned i = 0; i < at_once; i++)
            load_symbols<NARROW>(s, at + from + c + 32 * i, end, &symbols[i]);
        for (unsigned plane = 0; plane < to.planes; plane++)
#pragma unroll
            for (unsigned i = 0; i < at_once; i++)
                words[(size_t)plane * to.columns + c + 32 * i] =
                    transpose(gather<NARROW>(&symbols[i], plane));
    }
}

#endif

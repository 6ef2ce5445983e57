/*
 * slice_text.cuh - the text as planes: bit s of a word belongs to substring s of a group of 32.
 *
 * A warp transposes blocks of 32 substrings by 32 columns. Each lane gathers the bits of 32 symbols
 * of its substring, one word for each plane. Five exchanges between lanes then make words of 32
 * substrings of these words of 32 columns.
 */
#pragma once

#include "gpu/base/logic.cuh"
#include "gpu/scan/scan.cuh"

enum {
    SLICE_WARPS = 4,    /* of a block */
    SLICE_COLUMNS = 64, /* transposed by a warp: two sectors of each substring */
};

struct sliced_text {
    uint32_t *words;                  /* [groups][planes][columns] */
    uint32_t groups, planes, columns; /* columns: a multiple of SLICE_COLUMNS */
};

/* Transposes the bit matrix of a warp: bit b of lane l becomes bit l of lane b. */
__device__ inline uint32_t transpose(uint32_t x)
{
    const unsigned lane = threadIdx.x % WARP;
    x = __byte_perm(x, __shfl_xor_sync(ALL_LANES, x, 16), lane & 16 ? 0x3276 : 0x5410);
    x = __byte_perm(x, __shfl_xor_sync(ALL_LANES, x, 8), lane & 8 ? 0x3715 : 0x6240);
    uint32_t low = 0x0f0f0f0f; /* the bits whose index has bit j clear */
#pragma unroll
    for (unsigned j = 4; j > 0; j /= 2) {
        uint32_t y = __shfl_xor_sync(ALL_LANES, x, j);
        uint32_t keep = lane & j ? ~low : low;
        x = LOGIC3(CHOOSE, keep, x, __funnelshift_l(y, y, lane & j ? 32 - j : j));
        low ^= low << j / 2;
    }
    return x;
}

/* 32 symbols of one substring. */
struct symbols {
    uint32_t v[32];
};

/* Loads 32 symbols that are not all inside of the text, or not aligned. Narrow ones: symbol 4 i + j
 * becomes byte j of v[i]; others: v[4 i + j]. */
template <bool NARROW>
__device__ __noinline__ void load_edge(struct scan s, int64_t at, int64_t end, uint32_t *v)
{
    for (unsigned i = 0; i < 32; i++) {
        uint32_t symbol = at + i < end ? code_at(s, at + i) : 0;
        if (!NARROW)
            v[i] = symbol;
        else
            ((unsigned char *)v)[i] = (unsigned char)symbol;
    }
}

template <bool NARROW>
__device__ inline void load_symbols(const struct scan &s, int64_t at, int64_t end,
                                    struct symbols *symbols)
{
    const unsigned width = NARROW ? 1 : 4, n = NARROW ? 8 : 32;
    const unsigned char *text = (const unsigned char *)s.text.codes + at * width;
    if (at >= s.lead && at + 32 <= end && (size_t)text % 16 == 0) {
#pragma unroll
        for (unsigned i = 0; i < n; i += 4) {
            uint4 v = *(const uint4 *)(text + 4 * i);
            symbols->v[i] = v.x, symbols->v[i + 1] = v.y;
            symbols->v[i + 2] = v.z, symbols->v[i + 3] = v.w;
        }
    } else {
        uint32_t edge[n];
        load_edge<NARROW>(s, at, end, edge);
#pragma unroll
        for (unsigned i = 0; i < n; i++)
            symbols->v[i] = edge[i];
    }
}

/*
 * Gathers one bit of each symbol: bit 8 j + (i + PLANE) % 8 is that of symbol 4 i + j. The bits of
 * narrow symbols are masked where they are, and moved by a multiplication: that is done by another
 * unit than logic.
 */
template <bool NARROW, unsigned PLANE>
__device__ inline uint32_t gather(const struct symbols *symbols, unsigned plane)
{
    uint32_t x = 0;
#pragma unroll
    for (unsigned i = 0; i < 8; i++) {
        if (!NARROW) {
            for (unsigned j = 0; j < 4; j++)
                x |= (symbols->v[4 * i + j] >> plane & 1) << (8 * j + i);
            continue;
        }
        uint32_t bits = symbols->v[i] & 0x01010101U << PLANE;
        if (i + PLANE < 8)
            asm("mad.lo.u32 %0, %1, %2, %0;" : "+r"(x) : "r"(bits), "r"(1U << i));
        else
            x |= bits >> (8 - i);
    }
    return x;
}

enum { AT_ONCE = SLICE_COLUMNS / 32 }; /* blocks loaded together */

/* Makes one plane of BLOCKS blocks at `words`. */
template <bool NARROW, unsigned PLANE, unsigned BLOCKS>
__device__ inline void put_plane(const struct symbols symbols[BLOCKS], uint32_t *words,
                                 unsigned plane)
{
    const unsigned lane = threadIdx.x % WARP, column = 4 * ((lane - PLANE) % 8) + lane / 8;
#pragma unroll
    for (unsigned i = 0; i < BLOCKS; i++)
        words[32 * i + column] = transpose(gather<NARROW, PLANE>(&symbols[i], plane));
}

/* Makes the planes of narrow symbols, from PLANE on. */
template <unsigned PLANE>
__device__ inline void put_planes(const struct symbols symbols[AT_ONCE], uint32_t *words,
                                  const struct sliced_text &to)
{
    if (PLANE >= to.planes)
        return;
    put_plane<true, PLANE, AT_ONCE>(symbols, words, PLANE);
    if constexpr (PLANE < 7)
        put_planes<PLANE + 1>(symbols, words + to.columns, to);
}

/* Each warp makes SLICE_COLUMNS columns of one group. */
template <bool NARROW>
__global__ void __launch_bounds__(SLICE_WARPS *WARP)
    slice_text(struct scan s, struct cutting cut, struct sliced_text to)
{
    const uint32_t blocks = to.columns / SLICE_COLUMNS;
    const uint32_t warp = blockIdx.x * SLICE_WARPS + threadIdx.x / WARP;
    const uint32_t group = warp / blocks, from = warp % blocks * SLICE_COLUMNS;
    if (group >= to.groups)
        return;
    const uint32_t substring = WARP * group + threadIdx.x % WARP;
    const int64_t at = substring_at(s, cut, substring);
    const int64_t end =
        substring < cut.substrings ? min(at + cut.lead + cut.stride, (int64_t)s.end) : 0;
    uint32_t *words = to.words + (size_t)group * to.planes * to.columns + from;
    if constexpr (NARROW) {
        struct symbols symbols[AT_ONCE];
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE; i++)
            load_symbols<true>(s, at + from + 32 * i, end, &symbols[i]);
        put_planes<0>(symbols, words, to);
    } else {
        for (unsigned c = 0; c < SLICE_COLUMNS; c += 32) {
            struct symbols symbols;
            load_symbols<false>(s, at + from + c, end, &symbols);
            for (unsigned plane = 0; plane < to.planes; plane++)
                put_plane<false, 0, 1>(&symbols, words + (size_t)plane * to.columns + c, plane);
        }
    }
}

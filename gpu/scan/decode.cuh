/*
 * decode.cuh - kernels that decode UTF-8 to codes.
 *
 * The text is cut into tiles, one for each block. count_tiles() counts the characters of each tile,
 * sum_tiles() computes the prefix sums, where each tile's codes begin, and decode_tiles() writes
 * the codes. The three bytes before and after a byte decide whether it begins a character.
 */
#pragma once

#include "gpu/base/warp.h"
#include "gpu/scan/device_query.h"
#include "gpu/scan/utf8_word.h"

enum {
    DECODE_THREADS = DECODE_TILE / UTF8_BYTES,
    SUM_THREADS = 1024 /* of the block of sum_tiles() */
};

/* A thread's bytes, and which of them begin characters. */
struct decoded {
    uint32_t at; /* of the first byte in the text */
    uint32_t words[UTF8_WORDS], begins;
};

__device__ inline struct decoded decode_bytes(const struct device_decoding &d)
{
    struct decoded t;
    t.at = blockIdx.x * DECODE_TILE + threadIdx.x * UTF8_BYTES;
    const uint4 v = *(const uint4 *)(d.bytes + t.at);
    t.words[0] = t.at > 0 ? *(const uint32_t *)(d.bytes + t.at - 4) : 0;
    t.words[1] = v.x, t.words[2] = v.y, t.words[3] = v.z, t.words[4] = v.w;
    t.words[5] = *(const uint32_t *)(d.bytes + t.at + UTF8_BYTES);
    t.begins = utf8_begins(t.words);
    if (t.at + UTF8_BYTES > d.n) /* the text has ended */
        t.begins &= t.at < d.n ? (1U << (d.n - t.at)) - 1 : 0;
    return t;
}

/* Returns the sum of `value` over the earlier threads of the block. Sets *all to the sum over all
 * threads. */
template <unsigned THREADS> __device__ inline uint32_t sum_before(uint32_t value, uint32_t *all)
{
    __shared__ uint32_t sums[THREADS / WARP];
    const uint32_t lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    uint32_t sum = value, before = 0, total = 0;
#pragma unroll
    for (unsigned step = 1; step < WARP; step *= 2) {
        const uint32_t other = __shfl_up_sync(ALL_LANES, sum, step);
        sum += lane >= step ? other : 0;
    }
    if (lane == WARP - 1)
        sums[warp] = sum;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < THREADS / WARP; i++) {
        before += i < warp ? sums[i] : 0;
        total += sums[i];
    }
    __syncthreads(); /* the sums are reused */
    *all = total;
    return before + sum - value;
}

__global__ void __launch_bounds__(DECODE_THREADS) count_tiles(struct device_decoding d)
{
    uint32_t all;
    (void)sum_before<DECODE_THREADS>(__popc(decode_bytes(d).begins), &all);
    if (threadIdx.x == 0)
        d.tiles[blockIdx.x] = all;
}

/* Replaces the numbers of characters of `n` tiles by their prefix sums. Runs in one block. */
__global__ void __launch_bounds__(SUM_THREADS) sum_tiles(struct device_decoding d, uint32_t n)
{
    uint32_t known = 0, all;
    for (uint32_t i = threadIdx.x; i - threadIdx.x < n; i += SUM_THREADS) {
        const uint32_t before = sum_before<SUM_THREADS>(i < n ? d.tiles[i] : 0, &all);
        if (i < n)
            d.tiles[i] = known + before;
        known += all;
    }
    if (threadIdx.x == 0)
        *d.count = known;
}

/* Records that the page is missing. Tests the bit first, because all threads miss the same few
 * pages. */
__device__ inline void note_unknown(const struct device_decoding &d, uint32_t page)
{
    const uint32_t bit = 1U << page % 32;
    if ((*(volatile uint32_t *)&d.unknown[page / 32] & bit) == 0 &&
        (atomicOr(&d.unknown[page / 32], bit) & bit) == 0)
        (void)atomicAdd(d.nunknown, 1);
}

/* Returns the symbol of a character; SYMBOL_OTHER if its page is missing. */
__device__ inline uint32_t symbol_of(const struct device_decoding &d, uint32_t character)
{
    const uint32_t page = character / ALPHABET_PAGE, number = d.pages.numbers[page];
    if (number >= PAGE_FIRST)
        return d.pages.symbols[(number - PAGE_FIRST) * ALPHABET_PAGE + character % ALPHABET_PAGE];
    if (number == PAGE_UNKNOWN)
        note_unknown(d, page);
    return SYMBOL_OTHER;
}

template <typename code>
__global__ void __launch_bounds__(DECODE_THREADS) decode_tiles(struct device_decoding d)
{
    __shared__ code codes[DECODE_TILE];
    const struct decoded t = decode_bytes(d);
    const uint32_t base = d.tiles[blockIdx.x], count = *d.count;
    uint32_t n, place = sum_before<DECODE_THREADS>(__popc(t.begins), &n);
#pragma unroll
    for (unsigned i = 0; i < UTF8_BYTES; i++)
        if (t.begins >> i & 1) {
            if ((base + place) % DECODE_MARK == 0)
                d.marks[(base + place) / DECODE_MARK] = t.at + i;
            codes[place++] = (code)symbol_of(d, utf8_character(utf8_word(t.words, (int)i)));
        }
    __syncthreads();
    code *to = (code *)d.codes;
    for (uint32_t i = threadIdx.x; i < n; i += DECODE_THREADS)
        to[base + i] = codes[i];
    const uint32_t first = blockIdx.x * DECODE_TILE;
    for (uint32_t i = first + threadIdx.x; i < first + DECODE_TILE; i += DECODE_THREADS)
        if (i >= count && i < d.room)
            to[i] = SYMBOL_DELIMITER;
}

/*
 * engine_avx2.c - the bit-sliced table in 256 bits.
 *
 * Preparing 32 columns: unpacking brings the bytes of 8 lanes in a column together, movemask takes
 * one bit of each.
 */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "scan/sliced.h"

#define VECTOR_BITS 256
#include "cells/vector.h"
#include "scan/sliced_interleave.h"

#define TILE 4
#define FIND find_fingerprints
#define AHEAD 32

enum { GROUPS_OF_LANES = 32, PAIRS = 8 /* of columns, in each half of a vector */ };

/* Bits of the codes: of the columns 2 * t, 2 * t + 1, and 16 further, in 8 lanes. */
typedef uint32_t masks[8][PAIRS][GROUPS_OF_LANES];

/* table[] of each byte, sixteen entries at a time: a byte that is not theirs looks up nothing. */
static inline __m256i look_up(const unsigned char *table, unsigned used, __m256i x)
{
    __m256i codes = _mm256_setzero_si256();
    for (; used != 0; used &= used - 1) {
        unsigned part = (unsigned)__builtin_ctz(used);
        __m256i entries = _mm256_broadcastsi128_si256(
            _mm_load_si128((const __m128i *)(const void *)&table[16 * part]));
        __m256i index = _mm256_xor_si256(x, _mm256_set1_epi8((char)(16 * part)));
        index = _mm256_adds_epu8(index, _mm256_set1_epi8(0x70));
        codes = _mm256_or_si256(codes, _mm256_shuffle_epi8(entries, index));
    }
    return codes;
}

/* 32 columns of 8 lanes. */
static inline void load_lanes(const struct sliced_codes *codes, const unsigned char *const lanes[8],
                              size_t at, unsigned bits, masks to, unsigned group)
{
    __m256i x[8], y[8];
    UNROLLED for (unsigned i = 0; i < 8; i++) x[i] =
        look_up(codes->table, codes->table_used,
                _mm256_loadu_si256((const __m256i *)(const void *)(lanes[i] + at)));
    interleave(x, y);
    UNROLLED for (unsigned i = 0; i < 8; i++)
    {
        unsigned t = (i & 1) << 2 | (i & 2) | i >> 2; /* interleaving has reversed the bits */
        for (unsigned b = 0; b < bits; b++) {
            __m256i top = _mm256_sll_epi64(y[i], _mm_cvtsi32_si128((int)(7 - b)));
            to[b][t][group] = (uint32_t)_mm256_movemask_epi8(top);
        }
    }
}

/* Byte c of each of the 32 words becomes the vector of column c. */
static inline void split_columns(const uint32_t words[GROUPS_OF_LANES], __m256i columns[4])
{
    const __m256i bytes = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0,
                                           4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    __m256i x[4], y[4];
    UNROLLED for (unsigned i = 0; i < 4; i++)
    {
        __m256i eight = _mm256_loadu_si256((const __m256i *)(const void *)&words[8 * i]);
        x[i] = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(eight, bytes), order);
    }
    UNROLLED for (unsigned i = 0; i < 2; i++)
    {
        y[2 * i] = _mm256_unpacklo_epi64(x[2 * i], x[2 * i + 1]);
        y[2 * i + 1] = _mm256_unpackhi_epi64(x[2 * i], x[2 * i + 1]);
    }
    UNROLLED for (unsigned i = 0; i < 2; i++)
    {
        columns[i] = _mm256_permute2x128_si256(y[i], y[i + 2], 0x20);
        columns[i + 2] = _mm256_permute2x128_si256(y[i], y[i + 2], 0x31);
    }
}

/* Inlined, it would have too few registers: gcc 12 then takes an eighth more instructions in all.
 */
__attribute__((noinline)) static void load_planes(const struct sliced_codes *codes, size_t at,
                                                  vec *planes)
{
    masks all;
    for (unsigned byte = 0; byte < codes->code_bytes; byte++, planes += (size_t)8 * AHEAD) {
        unsigned bits = codes->code_bits - 8 * byte < 8 ? codes->code_bits - 8 * byte : 8;
        for (unsigned group = 0; group < GROUPS_OF_LANES; group++)
            load_lanes(codes, &codes->text[byte][8 * group], at, bits, all, group);
        for (unsigned b = 0; b < bits; b++)
            for (unsigned t = 0; t < PAIRS; t++) {
                __m256i columns[4];
                split_columns(all[b][t], columns);
                UNROLLED for (unsigned c = 0; c < 4; c++)
                    planes[b * AHEAD + 16 * (c / 2) + 2 * t + c % 2] = (vec)columns[c];
            }
    }
}

/* What a table of bytes has for each value of one half of them, in each half of a vector. */
static inline __m256i fold(const unsigned char table[256], unsigned step, unsigned stride)
{
    unsigned char halves[16] = {0};
    for (unsigned i = 0; i < 16; i++)
        for (unsigned j = 0; j < 16; j++)
            halves[i] |= table[i * step + j * stride];
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)halves));
}

/* By the halves of each symbol: it admits more than the table does. */
static void find_fingerprints(struct sliced_pieces *p, size_t from, size_t end)
{
    __m256i lower[FINGERPRINT], upper[FINGERPRINT];
    const __m256i mask = _mm256_set1_epi8(15);
    const unsigned char *text = p->text;
    for (unsigned place = 0; place < FINGERPRINT; place++) {
        lower[place] = fold(p->table[place], 1, 16);
        upper[place] = fold(p->table[place], 16, 1);
    }
    for (; from + 32 + FINGERPRINT <= end; from += 32) {
        __m256i all = _mm256_set1_epi8(-1);
        for (unsigned place = 0; place < FINGERPRINT; place++) {
            __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(text + from + place));
            __m256i low = _mm256_and_si256(x, mask);
            __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), mask);
            all = _mm256_and_si256(all, _mm256_and_si256(_mm256_shuffle_epi8(lower[place], low),
                                                         _mm256_shuffle_epi8(upper[place], high)));
        }
        __m256i none = _mm256_cmpeq_epi8(all, _mm256_setzero_si256());
        for (uint32_t hits = ~(uint32_t)_mm256_movemask_epi8(none); hits != 0; hits &= hits - 1)
            if (!sliced_pieces_look(p, from + (size_t)__builtin_ctz(hits)))
                return;
    }
    sliced_pieces_find(p, from, end);
}

#include "scan/sliced_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX2);
}

SLICED_ENGINE(avx2, 20)

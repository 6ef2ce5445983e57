/*
 * vector.h - vectors of words: the operations of each instruction set that kernels use.
 *
 * The including file defines VECTOR_BITS first: 64 or 128 (any processor), 256 (AVX2) or 512
 * (AVX-512). This header then defines
 *
 *   vec                a vector of 64-bit words
 *   WORDS              the number of words of a vec
 *   LOGIC3(f, a, b, c) f(a, b, c) for a formula of cell.h, in one operation where there is one
 *   NEXT_WORDS(in, v)  the last word of the vector `in`, then all words of v but the last; not of
 *                      64 bits
 *   LEAST_BYTES(a, b)  the lesser of each two bytes
 *   ADD_BYTES(a, b)    the sum of each two bytes, at most 255
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/inline.h"
#include "cells/cell.h"

/* Placed before a loop over arrays that should stay in registers. */
#define UNROLLED _Pragma("GCC unroll 8")

typedef uint64_t vec __attribute__((vector_size(VECTOR_BITS / 8)));

enum { WORDS = VECTOR_BITS / 64 };

#if VECTOR_BITS == 512

#include <immintrin.h>

#define LOGIC3(f, a, b, c)                                                                         \
    ((vec)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c),                      \
                                    f(0xf0, 0xcc, 0xaa) & 0xff))
#define NEXT_WORDS(in, v) ((vec)_mm512_alignr_epi64((__m512i)(v), (__m512i)(in), 7))
#define LEAST_BYTES(a, b) ((vec)_mm512_min_epu8((__m512i)(a), (__m512i)(b)))
#define ADD_BYTES(a, b) ((vec)_mm512_adds_epu8((__m512i)(a), (__m512i)(b)))

#elif VECTOR_BITS == 256

#include <immintrin.h>

#define NEXT_WORDS(in, v)                                                                          \
    ((vec)_mm256_alignr_epi8((__m256i)(v),                                                         \
                             _mm256_permute2x128_si256((__m256i)(in), (__m256i)(v), 0x21), 8))
#define LEAST_BYTES(a, b) ((vec)_mm256_min_epu8((__m256i)(a), (__m256i)(b)))
#define ADD_BYTES(a, b) ((vec)_mm256_adds_epu8((__m256i)(a), (__m256i)(b)))

#elif VECTOR_BITS == 128

#define NEXT_WORDS(in, v) ((vec){(in)[1], (v)[0]})
#ifdef __ARM_NEON
#include <arm_neon.h>
#define LEAST_BYTES(a, b) ((vec)vminq_u8((uint8x16_t)(a), (uint8x16_t)(b)))
#define ADD_BYTES(a, b) ((vec)vqaddq_u8((uint8x16_t)(a), (uint8x16_t)(b)))
#endif

#endif

#ifndef LOGIC3
#define LOGIC3(f, a, b, c) f(a, b, c)
#endif

typedef unsigned char vec_bytes __attribute__((vector_size(VECTOR_BITS / 8)));

#ifndef LEAST_BYTES
INLINE vec least_bytes(vec a, vec b)
{
    vec less = (vec)((vec_bytes)a < (vec_bytes)b);
    return (a & less) | (b & ~less);
}

INLINE vec add_bytes(vec a, vec b)
{
    vec_bytes sum = (vec_bytes)a + (vec_bytes)b;
    return (vec)(sum | (vec_bytes)(sum < (vec_bytes)a));
}

#define LEAST_BYTES(a, b) least_bytes(a, b)
#define ADD_BYTES(a, b) add_bytes(a, b)
#endif

INLINE bool any_bit(vec v)
{
    uint64_t words[WORDS], any = 0;
    memcpy(words, &v, sizeof v);
    for (size_t w = 0; w < WORDS; w++)
        any |= words[w];
    return any != 0;
}

/*
 * engine_avx512bw.c - the bit-sliced table in 512 bits, for processors without VBMI and GFNI:
 * Skylake-SP, Cascade Lake. The cells are those of engine_avx512.c; the preparation of the text
 * differs.
 */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define VECTOR_BITS 512
#include "cells/vector.h"

#define TILE 8

typedef uint64_t mask;

static inline mask bits_at(__m512i x, unsigned b)
{
    return _mm512_test_epi8_mask(x, _mm512_set1_epi8((char)(1 << b)));
}

static inline mask not_zero(__m512i x)
{
    return _mm512_test_epi8_mask(x, x);
}

static inline __m512i repeat(__m128i x)
{
    return _mm512_broadcast_i32x4(x);
}

#include "scan/sliced_shuffle.h"

#include "scan/sliced_kernel.h"

SLICED_ENGINE(avx512bw, CPU_AVX512BW, 25)

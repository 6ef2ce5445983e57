/* engine_avx2.c - the bit-sliced table in 256 bits. */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define VECTOR_BITS 256
#include "cells/vector.h"

#define TILE 4

typedef uint32_t mask;

static inline mask bits_at(__m256i x, unsigned b)
{
    return (mask)_mm256_movemask_epi8(_mm256_sll_epi64(x, _mm_cvtsi32_si128((int)(7 - b))));
}

static inline mask not_zero(__m256i x)
{
    return ~(mask)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, _mm256_setzero_si256()));
}

static inline __m256i repeat(__m128i x)
{
    return _mm256_broadcastsi128_si256(x);
}

#include "scan/sliced_shuffle.h"

#include "scan/sliced_kernel.h"

SLICED_ENGINE(avx2, CPU_AVX2, 20)

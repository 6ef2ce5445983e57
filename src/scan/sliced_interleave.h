/* sliced_interleave.h - brings the bytes of a column together, in vectors of 256 or 512 bits. */
#pragma once

#include "cells/vector.h"

/* VECTOR(name) is the intrinsic of that name for the whole vector. */
#if VECTOR_BITS == 512
typedef __m512i bytes;
#define VECTOR(name) _mm512_##name
#else
typedef __m256i bytes;
#define VECTOR(name) _mm256_##name
#endif

/* One step for n vectors: interleaves elements of `bits` bits of two neighbours. After as many
 * steps as n has bits, vector i is at the bit-reversed index of i. */
#define INTERLEAVE(n, bits, from, to)                                                              \
    UNROLLED for (unsigned i = 0; i < (n) / 2; i++)                                                \
    {                                                                                              \
        (to)[i] = VECTOR(unpacklo_epi##bits)((from)[2 * i], (from)[2 * i + 1]);                    \
        (to)[i + (n) / 2] = VECTOR(unpackhi_epi##bits)((from)[2 * i], (from)[2 * i + 1]);          \
    }

/* i with its two, or three, bits in reverse. */
#define REVERSED2(i) (((i)&1) << 1 | (i) >> 1)
#define REVERSED3(i) (((i)&1) << 2 | ((i)&2) | (i) >> 2)

/*
 * x[i] has the bytes of lane i, one for each column. In each word of y are then the 8 lanes' bytes
 * of one column. Each part of 128 bits is on its own; of a part, y[i] has columns 2 t and 2 t + 1,
 * where t is REVERSED3(i). x is overwritten.
 */
INLINE void interleave(bytes x[8], bytes y[8])
{
    INTERLEAVE(8, 8, x, y)
    INTERLEAVE(8, 16, y, x)
    INTERLEAVE(8, 32, x, y)
}

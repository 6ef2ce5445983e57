/* sliced_interleave.h - brings the bytes of a column together, in vectors of 256 or 512 bits. */
#ifndef SLICED_INTERLEAVE_H
#define SLICED_INTERLEAVE_H

#include "cells/vector.h"

#if VECTOR_BITS == 512
typedef __m512i bytes;
#define UNPACK(half, bits, a, b) _mm512_unpack##half##_epi##bits(a, b)
#else
typedef __m256i bytes;
#define UNPACK(half, bits, a, b) _mm256_unpack##half##_epi##bits(a, b)
#endif

#define INTERLEAVE(bits, from, to)                                                                 \
    UNROLLED for (unsigned i = 0; i < 4; i++)                                                      \
    {                                                                                              \
        (to)[i] = UNPACK(lo, bits, (from)[2 * i], (from)[2 * i + 1]);                              \
        (to)[i + 4] = UNPACK(hi, bits, (from)[2 * i], (from)[2 * i + 1]);                          \
    }

/*
 * x[i] has the bytes of lane i, one for each column. In each word of y are then the 8 lanes' bytes
 * of one column. Each part of 128 bits is on its own; of a part, y[i] has columns 2 t and 2 t + 1,
 * where t is i with its three bits in reverse. x is overwritten.
 */
INLINE void interleave(bytes x[8], bytes y[8])
{
    INTERLEAVE(8, x, y)
    INTERLEAVE(16, y, x)
    INTERLEAVE(32, x, y)
}

#endif

/*
 * vector_exchange.h - bits in vectors turned over: a row of bits becomes a column. The file that
 * includes this has included vector.h, and defines EXCHANGE(a, b, j) where it can do better.
 */
#ifndef VECTOR_EXCHANGE_H
#define VECTOR_EXCHANGE_H

#include "cells/vector.h"

/* In each word the lower j of any 2 * j bits. */
#define LOWER(j) (UINT64_MAX / ((UINT64_C(1) << (j)) + 1))

/* Exchanges the bits or bytes at distance j from each other, a power of two: the upper ones of a
 * and the lower ones of b. */
#ifndef EXCHANGE
#define EXCHANGE(a, b, j)                                                                          \
    do {                                                                                           \
        vec t = (((a) >> (j)) ^ (b)) & LOWER(j);                                                   \
        (a) ^= t << (j);                                                                           \
        (b) ^= t;                                                                                  \
    } while (0)
#endif

/* With size = 1 bit b of byte c of x[r] becomes bit r of byte c of x[b]; with size = 8 byte c of
 * x[r] becomes byte r of x[c]. */
static inline void transpose(vec x[8], unsigned size)
{
    UNROLLED for (unsigned step = 1; step < 8; step *= 2)
        UNROLLED for (unsigned r = 0; r < 8; r++) if ((r & step) == 0)
            EXCHANGE(x[r], x[r | step], size * step);
}

#endif

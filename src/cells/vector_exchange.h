/*
 * vector_exchange.h - transposes bit matrices in vectors. The including file has included vector.h,
 * and may define a faster EXCHANGE(a, b, j).
 */
#pragma once

#include "cells/vector.h"

/* A mask of the lower j of every 2 * j bits. */
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

/* size = 1: bit b of byte c of x[r] becomes bit r of byte c of x[b]. size = 8: byte c of x[r]
 * becomes byte r of x[c]. */
static inline void transpose(vec x[8], unsigned size)
{
    UNROLLED for (unsigned step = 1; step < 8; step *= 2)
        UNROLLED for (unsigned r = 0; r < 8; r++) if ((r & step) == 0)
            EXCHANGE(x[r], x[r | step], size * step);
}

/* bits.h - how many bits a number has. */
#ifndef BITS_H
#define BITS_H

#include <stdint.h>

/* 0 for 0, 1 for 1, 3 for 4 to 7: the logarithm to base 2, rounded down, plus 1. */
static inline unsigned bits_of(uint64_t n)
{
    return n == 0 ? 0 : 64 - (unsigned)__builtin_clzll(n);
}

#endif

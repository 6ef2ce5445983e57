/* byte_mask.h - a bit for each of 16 bytes. */
#pragma once

#include <stdint.h>
#include <string.h>

enum { BYTE_PART = 16 };

/* Bytes processed together. Every processor has vectors of this size. */
typedef uint8_t byte_part __attribute__((vector_size(BYTE_PART)));

static inline byte_part byte_part_load(const unsigned char *p)
{
    byte_part x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* Returns a bit for each byte, the first in bit 0: 1 for 0xff, 0 for 0; other values are not
 * allowed. */
static inline uint32_t byte_mask(byte_part x)
{
#ifdef __SSE2__
    typedef char bytes __attribute__((vector_size(BYTE_PART)));
    return (uint32_t)__builtin_ia32_pmovmskb128((bytes)x);
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    /* Bit 8 * i of a word becomes bit 56 + i. */
    typedef uint64_t words __attribute__((vector_size(BYTE_PART)));
    const uint64_t ones = UINT64_C(0x0101010101010101), gather = UINT64_C(0x0102040810204080);
    words w = (words)x;
    return (uint32_t)((w[0] & ones) * gather >> 56 | (w[1] & ones) * gather >> 56 << 8);
#else
    uint32_t mask = 0;
    for (unsigned i = 0; i < BYTE_PART; i++)
        mask |= (uint32_t)(x[i] & 1) << i;
    return mask;
#endif
}

/* bits.h - positions of bits and bytes in a word. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns floor(log2(n)) + 1, and 0 for 0. */
static inline unsigned bits_of(uint64_t n)
{
    return n == 0 ? 0 : 64 - (unsigned)__builtin_clzll(n);
}

/* Returns the index in memory of the first byte of a word that is not 0; the word is not 0. */
static inline size_t bits_first_byte(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_ctzll(word) / 8;
#else
    return (size_t)__builtin_clzll(word) / 8;
#endif
}

/* Returns the number of bytes behind the last byte that is not 0; the word is not 0. */
static inline size_t bits_bytes_behind(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_clzll(word) / 8;
#else
    return (size_t)__builtin_ctzll(word) / 8;
#endif
}

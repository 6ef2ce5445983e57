/* word_bits.h - which bits of a word are 1, for processors without an instruction for it. */
#pragma once

#include <stdint.h>

/* [m]: the positions of the bits of m that are 1, one a byte, the lowest first; then zeros. */
static const uint64_t words_places[256] = {
#define ONES_BELOW(m, i) __builtin_popcount((m) & ((1 << (i)) - 1))
#define PLACE(m, i) ((m) >> (i)&1 ? (uint64_t)(i) << 8 * ONES_BELOW(m, i) : 0)
#define PLACES(m)                                                                                  \
    PLACE(m, 1) | PLACE(m, 2) | PLACE(m, 3) | PLACE(m, 4) | PLACE(m, 5) | PLACE(m, 6) | PLACE(m, 7)
#define FOUR(m) PLACES(m), PLACES((m) + 1), PLACES((m) + 2), PLACES((m) + 3)
#define SIXTEEN(m) FOUR(m), FOUR((m) + 4), FOUR((m) + 8), FOUR((m) + 12)
#define SIXTY_FOUR(m) SIXTEEN(m), SIXTEEN((m) + 16), SIXTEEN((m) + 32), SIXTEEN((m) + 48)
    SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192)
#undef ONES_BELOW
#undef PLACE
#undef PLACES
#undef FOUR
#undef SIXTEEN
#undef SIXTY_FOUR
};

/* Byte i of the result is the number of ones in bytes 0 to i of the word. */
static inline uint64_t words_counts(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t counts = word - (word >> 1 & ones * 0x55);
    counts = (counts & ones * 0x33) + (counts >> 2 & ones * 0x33);
    return ((counts + (counts >> 4)) & ones * 0x0f) * ones;
}

/* Returns the number of ones below bit i, a multiple of 8. */
static inline unsigned words_count(uint64_t counts, unsigned i)
{
    return i > 0 ? (uint8_t)(counts >> (i - 8)) : 0;
}

/*
 * Returns the position of the one bit with n < 64 one bits below it; any number if there is none.
 * Its byte follows all bytes whose running count is at most n.
 */
static inline unsigned words_bit_at(uint64_t word, unsigned n)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t counts = words_counts(word), at_most = ((n * ones | tops) - counts) & tops;
    unsigned first = 8 * ((unsigned)__builtin_popcountll(at_most) & 7);
    unsigned rest = n - (unsigned)(counts << 8 >> first & 0xff);
    return first + (unsigned)(words_places[word >> first & 0xff] >> 8 * (rest & 7) & 0xff);
}

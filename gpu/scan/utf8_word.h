/*
 * utf8_word.h - characters of UTF-8 in words, as devices decode them: the same as base/utf8.h.
 *
 * A sequence lies in a word when its first byte is the lowest of the word's four. Bytes behind the
 * text count as 0. For both compilers.
 */
#pragma once

#include <stdint.h>

#include "base/utf8.h"
#include "gpu/base/warp.h"

enum {
    UTF8_BYTES = 16,                 /* that a thread decodes, */
    UTF8_WORDS = UTF8_BYTES / 4 + 2, /* with a word before and one behind them */
};

/* Whether byte `place` of the word goes on with a sequence. */
static inline HOST_DEVICE int utf8_goes_on(uint32_t word, unsigned place)
{
    return (word >> 8 * place & 0xc0) == 0x80;
}

/* Whether the second byte makes the sequence none: it is overlong, a surrogate or too large. */
static inline HOST_DEVICE int utf8_misfits(uint32_t lead, uint32_t second)
{
    return (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
           (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f);
}

/* Bytes of the character that the word begins with: 1 also where its first byte is undecodable. */
static inline HOST_DEVICE uint32_t utf8_length(uint32_t word)
{
    const uint32_t lead = word & 0xff;
    if (lead < 0xc2 || lead > 0xf4 || !utf8_goes_on(word, 1))
        return 1;
    if (lead < 0xe0)
        return 2;
    if (utf8_misfits(lead, word >> 8 & 0xff) || !utf8_goes_on(word, 2))
        return 1;
    if (lead < 0xf0)
        return 3;
    return utf8_goes_on(word, 3) ? 4 : 1;
}

/* The character that the word begins with. */
static inline HOST_DEVICE uint32_t utf8_character(uint32_t word)
{
    const uint32_t a = word & 0xff, b = word >> 8 & 0x3f, c = word >> 16 & 0x3f,
                   d = word >> 24 & 0x3f;
    const uint32_t length = utf8_length(word);
    if (length == 1)
        return a < 0x80 ? a : CHAR_BYTE + a;
    if (length == 2)
        return (a & 0x1f) << 6 | b;
    if (length == 3)
        return (a & 0xf) << 12 | b << 6 | c;
    return (a & 7) << 18 | b << 12 | c << 6 | d;
}

/* The word that begins `place` bytes behind the first of the thread's bytes; from -4 on. */
static inline HOST_DEVICE uint32_t utf8_word(const uint32_t words[UTF8_WORDS], int place)
{
    const unsigned at = (unsigned)(place + 4);
    const uint64_t both = (uint64_t)words[at / 4 + 1] << 32 | words[at / 4];
    return (uint32_t)(both >> 8 * (at % 4));
}

/* Which of the thread's bytes begin characters: bit i is that of byte i. */
static inline HOST_DEVICE uint32_t utf8_begins(const uint32_t words[UTF8_WORDS])
{
    uint64_t inside = 0; /* bit i: byte i - 4 */
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int place = -3; place < UTF8_BYTES; place++) {
        const uint32_t behind = utf8_length(utf8_word(words, place)) - 1;
        inside |= (uint64_t)((1U << behind) - 1) << (place + 5);
    }
    return ~(uint32_t)(inside >> 4) & ((1U << UTF8_BYTES) - 1);
}

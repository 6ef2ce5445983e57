/*
 * sequences.c - runs of equal codes, at the speed of memory.
 *
 * Most runs asked for end within a few codes, so they begin word by word; what goes on is left to
 * memcmp() in blocks, which the C library has in vectors for every processor.
 */
#include "sequences.h"

#include <string.h>

enum { WORD = sizeof(uint64_t), WORDS_FIRST = 8, BLOCK = 4096 };

static uint64_t differences(const unsigned char *a, const unsigned char *b)
{
    uint64_t p, q;
    memcpy(&p, a, WORD);
    memcpy(&q, b, WORD);
    return p ^ q;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LEADING_BYTES(WORD) ((size_t)__builtin_ctzll(WORD) / 8)
#define TRAILING_BYTES(WORD) ((size_t)__builtin_clzll(WORD) / 8)
#else
#define LEADING_BYTES(WORD) ((size_t)__builtin_clzll(WORD) / 8)
#define TRAILING_BYTES(WORD) ((size_t)__builtin_ctzll(WORD) / 8)
#endif

/* The equal bytes from a and b on, at most `size`. */
static size_t prefix_bytes(const unsigned char *a, const unsigned char *b, size_t size)
{
    size_t at = 0;
    for (unsigned words = 0; at + WORD <= size; at += WORD) {
        if (words++ == WORDS_FIRST)
            while (size - at >= BLOCK && memcmp(a + at, b + at, BLOCK) == 0)
                at += BLOCK;
        if (size - at < WORD)
            break;
        uint64_t differ = differences(a + at, b + at);
        if (differ != 0)
            return at + LEADING_BYTES(differ);
    }
    while (at < size && a[at] == b[at])
        at++;
    return at;
}

/* The equal bytes before a and b, at most `size`. */
static size_t suffix_bytes(const unsigned char *a, const unsigned char *b, size_t size)
{
    size_t at = 0;
    for (unsigned words = 0; at + WORD <= size; at += WORD) {
        if (words++ == WORDS_FIRST)
            while (size - at >= BLOCK && memcmp(a - at - BLOCK, b - at - BLOCK, BLOCK) == 0)
                at += BLOCK;
        if (size - at < WORD)
            break;
        uint64_t differ = differences(a - at - WORD, b - at - WORD);
        if (differ != 0)
            return at + TRAILING_BYTES(differ);
    }
    while (at < size && a[-(ptrdiff_t)at - 1] == b[-(ptrdiff_t)at - 1])
        at++;
    return at;
}

static size_t shorter(const struct sequences *s)
{
    return (s->m < s->n ? s->m : s->n) * s->width;
}

size_t sequences_prefix(const struct sequences *s)
{
    return prefix_bytes(s->x, s->y, shorter(s)) / s->width;
}

size_t sequences_suffix(const struct sequences *s)
{
    return suffix_bytes(s->x + s->m * s->width, s->y + s->n * s->width, shorter(s)) / s->width;
}

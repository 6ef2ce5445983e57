/* hamming.c - eight bytes at a time. */
#include "compare/hamming.h"

#include <stdbool.h>

#define LOW_BITS UINT64_C(0x7f7f7f7f7f7f7f7f) /* of each byte, all but the highest */

/* How many codes of a word are not 0. */
static unsigned codes_set(uint64_t word, unsigned width)
{
    if (width > 1)
        return ((uint32_t)word != 0) + (word >> 32 != 0);
    return (unsigned)__builtin_popcountll((((word & LOW_BITS) + LOW_BITS) | word) & ~LOW_BITS);
}

static bool differs(const struct sequences *s, size_t i)
{
    return memcmp(s->x + i * s->width, s->y + i * s->width, s->width) != 0;
}

static uint64_t count(const struct sequences *s)
{
    uint64_t sum = 0;
    size_t bytes = s->m * s->width, at = 0;
    for (; bytes - at >= SEQUENCES_WORD; at += SEQUENCES_WORD)
        sum += codes_set(sequences_difference(s->x + at, s->y + at), s->width);
    for (size_t i = at / s->width; i < s->m; i++)
        sum += differs(s, i);
    return sum;
}

uint64_t hamming_align(const struct sequences *s, struct script *script)
{
    for (size_t i = 0; script != NULL && i < s->m; i++)
        script_add(script, differs(s, i) ? 'X' : '=', 1);
    return count(s);
}

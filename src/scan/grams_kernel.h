/*
 * grams_kernel.h - how a text is searched for grams: the body of the kernels (grams.h). It is plain
 * C: what the compiler makes of it depends on the instruction set of the file that includes this.
 */
#ifndef GRAMS_KERNEL_H
#define GRAMS_KERNEL_H

#include <string.h>

#include "cells/vector.h"
#include "scan/grams.h"

/* Puts down an end, which the next one overwrites unless the bitmap has it: without a branch. */
INLINE size_t look_up_gram(const struct grams *g, uint64_t gram, size_t end, uint32_t *ends,
                           size_t n)
{
    uint64_t bit = gram_hash(gram & g->mask) >> g->shift;
    ends[n] = (uint32_t)end;
    return n + (g->bitmap[bit / 64] >> bit % 64 & 1);
}

/* Codes of three bits, at every place. */
static size_t find_few(const struct grams *g, const unsigned char *text, size_t lead, size_t from,
                       size_t to, uint32_t *ends)
{
    struct grams table = *g;
    uint64_t gram = gram_before(g, text, lead, from);
    size_t n = 0;
    for (size_t i = from; i < to; i++) {
        gram = gram << 3 | text[i];
        n = look_up_gram(&table, gram, i + 1, ends, n);
    }
    return n;
}

INLINE uint64_t bytes_before(const unsigned char *end)
{
    uint64_t bytes;
    memcpy(&bytes, end - sizeof bytes, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

static size_t grams_find(const struct grams *g, const unsigned char *text, size_t lead, size_t from,
                         size_t to, uint32_t *ends)
{
    struct grams table = *g;
    size_t n = 0, end = lead + g->length;
    if (g->bits != 8)
        return find_few(g, text, lead, from, to, ends);
    if (end <= from)
        end += (from - end + g->stride) / g->stride * g->stride;
    for (; end <= to && end < lead + sizeof(uint64_t); end += table.stride)
        n = look_up_gram(&table, gram_before(g, text, lead, end), end, ends, n);
    for (; end <= to; end += table.stride)
        n = look_up_gram(&table, bytes_before(text + end), end, ends, n);
    return n;
}

/* (Xin et al., "Shifted Hamming distance", Bioinformatics 31(10), 2015.) Items that are exchanged
 * are found, too: one code further, for one error. */
static bool grams_likely(const unsigned char *pattern, uint32_t n, const unsigned char *text,
                         uint32_t drift, uint32_t limit)
{
    enum { CODES = 64 };
    unsigned char there[CODES] = {0};
    uint64_t words[CODES / 8], sum = 0;
    for (ptrdiff_t shift = -(ptrdiff_t)drift; shift <= (ptrdiff_t)drift; shift++)
        for (size_t i = 0; i < CODES; i++)
            there[i] |= (unsigned char)(pattern[i] == text[(ptrdiff_t)i + shift]);
    for (unsigned char i = 0; i < CODES; i++)
        there[i] = i < (unsigned char)n ? there[i] : 0;
    memcpy(words, there, sizeof words);
    for (size_t i = 0; i < CODES / 8; i++)
        sum += words[i];
    return (sum * UINT64_C(0x0101010101010101) >> 56) + limit >= n;
}

static const struct grams_kernel grams_kernel = {.find = grams_find, .likely = grams_likely};

#endif

/*
 * grams_kernel.h - how a text is searched for grams: the body of the kernels (grams.h). It is plain
 * C: what the compiler makes of it depends on the instruction set of the file that includes this.
 */
#ifndef GRAMS_KERNEL_H
#define GRAMS_KERNEL_H

#include <string.h>

#include "cells/vector.h"
#include "scan/grams.h"

/* Without a branch: what is not there is overwritten by the next. */
INLINE size_t find_grams(unsigned bits, const struct grams *g, const unsigned char *text,
                         size_t lead, size_t from, size_t to, struct grams_found found)
{
    const uint64_t *bitmap = g->bitmap;
    uint64_t gram = 0, mask = g->mask;
    unsigned shift = g->shift;
    size_t n = 0;
    for (size_t i = from - lead < g->length ? lead : from - g->length; i < from; i++)
        gram = gram << bits | text[i];
    for (size_t i = from; i < to; i++) {
        gram = gram << bits | text[i];
        uint64_t hash = gram_hash(gram & mask), bit = hash >> shift;
        found.hashes[n] = hash;
        found.ends[n] = (uint32_t)(i + 1);
        n += bitmap[bit / 64] >> bit % 64 & 1;
    }
    return n;
}

static size_t grams_find(const struct grams *g, const unsigned char *text, size_t lead, size_t from,
                         size_t to, struct grams_found found)
{
    return g->bits == 8 ? find_grams(8, g, text, lead, from, to, found)
                        : find_grams(3, g, text, lead, from, to, found);
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

/*
 * qgrams_kernel.h - searches a text for grams: the body of the kernels (qgrams.h). Plain C, which
 * the compiler vectorizes for the instruction set of the including file.
 */
#pragma once

#include <string.h>

#include "cells/metric_step.h"
#include "cells/vector.h"
#include "filter/qgrams.h"

/* Stores an end, which the next end overwrites unless the bitmap has the bit: without a branch. */
INLINE size_t put_end(const struct grams *g, uint64_t bit, size_t end, uint32_t *ends, size_t n)
{
    ends[n] = (uint32_t)end;
    return n + (g->bitmap[bit / 64] >> bit % 64 & 1);
}

INLINE size_t look_up_gram(const struct grams *g, uint64_t gram, size_t end, uint32_t *ends,
                           size_t n)
{
    return put_end(g, gram_hash(gram & g->mask) >> g->shift, end, ends, n);
}

/* Codes of three bits, at every place, by letters. Of the gram more letters are kept than the
 * bitmap has. */
INLINE size_t find_few(const struct grams *g, const unsigned char *text, size_t lead, size_t from,
                       size_t to, uint32_t *ends)
{
    struct grams table = *g;
    uint64_t gram = 0, mask = UINT64_MAX >> g->shift;
    size_t n = 0, first = from - lead < g->length ? lead : from - g->length;
    for (size_t i = first; i < from; i++)
        gram = gram << 2 | (text[i] & 3);
    for (size_t i = from; i < to; i++) {
        gram = gram << 2 | (text[i] & 3);
        n = put_end(&table, gram & mask, i + 1, ends, n);
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

/* (Xin et al., "Shifted Hamming distance", Bioinformatics 31(10), 2015.) Exchanged items are also
 * found, one code further, for one error. */
static bool grams_likely(const unsigned char *pattern, uint32_t n, const unsigned char *text,
                         uint32_t drift, uint32_t limit)
{
    enum { CODES = 64 };
    unsigned char there[CODES] = {0};
    uint64_t words[CODES / 8], sum = 0;
    for (ptrdiff_t shift = -(ptrdiff_t)drift; shift <= (ptrdiff_t)drift; shift++)
        for (size_t i = 0; i < CODES; i++)
            there[i] |= (unsigned char)(pattern[i] == text[(ptrdiff_t)i + shift]);
    for (unsigned char i = 0; i < (unsigned char)CODES; i++)
        there[i] = i < (unsigned char)n ? there[i] : 0;
    memcpy(words, there, sizeof words);
    for (size_t i = 0; i < CODES / 8; i++)
        sum += words[i];
    return (sum * UINT64_C(0x0101010101010101) >> 56) + limit >= n;
}

/* The state of all lanes: the column, its last distance, and the least distance. */
struct lane_columns {
    uint64_t pv[GRAM_LANES], mv[GRAM_LANES], d0[GRAM_LANES], before[GRAM_LANES];
    uint64_t score[GRAM_LANES], least[GRAM_LANES];
};

INLINE void step_lanes(enum metric metric, struct lane_columns *s, const uint64_t eq[GRAM_LANES])
{
    for (size_t l = 0; l < GRAM_LANES; l++) {
        struct bitvector v = {s->pv[l], s->mv[l]};
        struct before before = {s->d0[l], s->before[l]};
        struct edge e = metric_step(metric, &v, &before, eq[l], (struct edge){0});
        s->pv[l] = v.pv;
        s->mv[l] = v.mv;
        s->d0[l] = before.d0;
        s->before[l] = before.eq;
        s->score[l] += (e.p >> 63) - (e.m >> 63);
        s->least[l] = s->score[l] < s->least[l] ? s->score[l] : s->least[l];
    }
}

INLINE void lanes_by(enum metric metric, const struct gram_lanes *x, unsigned columns,
                     uint32_t least[GRAM_LANES])
{
    struct lane_columns s;
    memset(&s, 0, sizeof s);
    for (size_t l = 0; l < GRAM_LANES; l++) {
        s.pv[l] = UINT64_MAX << (64 - x->n[l]);
        s.d0[l] = UINT64_MAX;
        s.score[l] = s.least[l] = x->n[l];
    }
    for (unsigned i = 0; i < columns; i++) {
        uint64_t eq[GRAM_LANES];
        for (size_t l = 0; l < GRAM_LANES; l++)
            eq[l] = x->rows[l][x->text[l][i]];
        step_lanes(metric, &s, eq);
    }
    for (size_t l = 0; l < GRAM_LANES; l++)
        least[l] = (uint32_t)s.least[l];
}

static void grams_distances(const struct gram_lanes *lanes, bool exchanges, unsigned columns,
                            uint32_t least[GRAM_LANES])
{
    if (exchanges)
        lanes_by(METRIC_OSA, lanes, columns, least);
    else
        lanes_by(METRIC_LEVENSHTEIN, lanes, columns, least);
}

static const struct grams_kernel grams_kernel = {
    .find = grams_find, .likely = grams_likely, .distances = grams_distances};

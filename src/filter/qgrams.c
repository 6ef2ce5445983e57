#include "filter/qgrams.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/huge_pages.h"

enum { SPARSE = 4 /* the bitmap has 2^SPARSE bits for a gram, if it may be so large */ };

void grams_free(struct grams *g)
{
    free(g->bitmap);
    free(g->buckets);
    free(g->places);
    *g = (struct grams){0};
}

static size_t bucket_of(const struct grams *g, uint64_t hash)
{
    return (size_t)(hash >> g->bucket_shift);
}

/* Returns the index of a gram's bit. */
static uint64_t bit_of(const struct grams *g, uint64_t value)
{
    uint64_t letters = 0;
    if (!g->letters)
        return gram_hash(value) >> g->shift;
    for (unsigned i = 0; i < g->length; i++)
        letters |= (value >> i * g->bits & 3) << 2 * i;
    return letters & (UINT64_MAX >> g->shift);
}

/* Distributes the places of all grams to their buckets: buckets[i + 1] is the position of the next
 * place of bucket i, and finally the begin of bucket i + 1. */
static void fill_buckets(struct grams *g, const struct gram *list)
{
    for (size_t i = 0; i < g->n; i++)
        g->buckets[bucket_of(g, gram_hash(list[i].value)) + 2]++;
    for (size_t b = 2; b < (size_t)2 + (UINT64_C(1) << (64 - g->bucket_shift)); b++)
        g->buckets[b] += g->buckets[b - 1];
    for (size_t i = 0; i < g->n; i++) {
        uint64_t hash = gram_hash(list[i].value), bit = bit_of(g, list[i].value);
        g->places[g->buckets[bucket_of(g, hash) + 1]++] =
            (struct gram_place){gram_tag(hash), list[i].pattern, list[i].items};
        g->bitmap[bit / 64] |= UINT64_C(1) << bit % 64;
    }
}

bool grams_build(struct grams *g, const struct gram *list, size_t n, unsigned most)
{
    unsigned buckets = bits_of(n), bitmap = bits_of(n) + SPARSE;
    if (g->letters)
        bitmap = 2 * g->length < bitmap + 2 ? 2 * g->length : bitmap + 2;
    bitmap = bitmap > most ? most : bitmap;
    buckets = buckets > bitmap ? bitmap : buckets;
    g->mask = gram_mask(g->length, g->bits);
    g->shift = 64 - bitmap;
    g->bucket_shift = 64 - buckets;
    g->n = n;
    g->bitmap = huge_pages_zeros(((UINT64_C(1) << bitmap) / 64 + 1) * sizeof *g->bitmap);
    g->buckets = huge_pages_zeros(((UINT64_C(1) << buckets) + 2) * sizeof *g->buckets);
    g->places = huge_pages_zeros((n + 1) * sizeof *g->places);
    if (g->bitmap == NULL || g->buckets == NULL || g->places == NULL) {
        grams_free(g);
        return false;
    }
    fill_buckets(g, list);
    return true;
}

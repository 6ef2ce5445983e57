/*
 * qgrams.h - a hash table of many grams (short runs of codes) with their places in patterns, and
 * the search for them in a text.
 *
 * A gram of q codes is a number: q * bits bits, the last code in the lowest. Its hash, a product,
 * selects a bit of the bitmap, which is 0 at most places of a text; a bucket of places; and a tag,
 * which distinguishes most grams in a bucket. If grams of two patterns have equal hashes, both are
 * reported: the caller must verify that the pattern is there.
 *
 * Codes of three bits are letters. The bitmap may use two bits of each letter instead of a hash, of
 * as many of the last letters as it has room for. If there are only four letters, grams then share
 * no bits.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/host_device.h"

enum { GRAMS_BITMAP = 22 /* bits of the number of a bit of the bitmap, at most: 512 KiB */ };

/* A gram of a pattern; the pattern has `items` items up to its end. */
struct gram {
    uint64_t value;
    uint32_t pattern, items;
};

struct gram_place {
    uint32_t tag, pattern, items;
};

struct grams {
    unsigned length, bits; /* codes of a gram; bits of a code */
    unsigned stride;       /* only grams at every stride-th position of a text are looked up */
    bool letters;          /* bits of the bitmap by letters */
    uint64_t mask;         /* of a gram */
    unsigned shift;        /* shifts a hash to the index of its bit */
    uint64_t *bitmap;
    unsigned bucket_shift; /* shifts a hash to its bucket */
    uint32_t *buckets;     /* bucket i is places[buckets[i]] .. places[buckets[i + 1] - 1] */
    struct gram_place *places;
    size_t n;
};

static inline uint64_t gram_mask(unsigned length, unsigned bits)
{
    return length * bits >= 64 ? UINT64_MAX : (UINT64_C(1) << length * bits) - 1;
}

/* One to one; the tag is the lower half, the rest comes from the upper bits. */
HOST_DEVICE static inline uint64_t gram_hash(uint64_t value)
{
    return value * UINT64_C(0x9e3779b97f4a7c15);
}

HOST_DEVICE static inline uint32_t gram_tag(uint64_t hash)
{
    return (uint32_t)hash;
}

/* Builds the table of n >= 1 grams, with the length, bits and stride set by the caller, and a
 * bitmap of at most 2^most bits. Returns false when out of memory; then g is empty. */
bool grams_build(struct grams *g, const struct gram *list, size_t n, unsigned most);
void grams_free(struct grams *g);

/* Returns the gram before text[end] as a number; text[lead] is the first code. */
static inline uint64_t gram_before(const struct grams *g, const unsigned char *text, size_t lead,
                                   size_t end)
{
    uint64_t gram = 0;
    for (size_t i = end - lead < g->length ? lead : end - g->length; i < end; i++)
        gram = gram << g->bits | text[i];
    return gram;
}

/*
 * Positions of a text that are compared with patterns of up to 64 rows, each in a lane, by the rows
 * that each code matches. The last row is the highest bit, and below the first all bits are set.
 */
enum { GRAM_LANES = 16 };

struct gram_lanes {
    const uint64_t *rows[GRAM_LANES];
    const unsigned char *text[GRAM_LANES]; /* begin of the compared text */
    uint32_t n[GRAM_LANES];                /* number of rows */
};

/* The functions compiled for each instruction set: qgrams_kernel.h. */
struct grams_kernel {
    /*
     * Finds the places of grams that end in text(from, to], where text[lead] is the first code that
     * there is, as the bitmap has them: puts how many codes are before their ends into `ends`,
     * which has room for one more than to - from. Returns how many there are. The grams looked up
     * begin at text[lead], text[lead + stride], ...
     */
    size_t (*find)(const struct grams *g, const unsigned char *text, size_t lead, size_t from,
                   size_t to, uint32_t *ends);
    /*
     * Returns whether all but `limit` of the n <= 64 codes of a pattern are found, each at most
     * `drift` codes from its place without errors, which is text[0] for the first. Reads 64 codes
     * of the pattern, and text[-drift, 64 + drift).
     */
    bool (*likely)(const unsigned char *pattern, uint32_t n, const unsigned char *text,
                   uint32_t drift, uint32_t limit);
    /* Computes the least distance of each pattern to a part of text[0, columns), METRIC_LEVENSHTEIN
     * or, if exchanges are allowed, METRIC_OSA. */
    void (*distances)(const struct gram_lanes *lanes, bool exchanges, unsigned columns,
                      uint32_t least[GRAM_LANES]);
};

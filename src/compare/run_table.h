/*
 * run_table.h - hashes of runs of codes, and how long runs must be to be rare; a hash table of
 * runs, and a Bloom filter that rejects others sooner.
 *
 * Entries have numbers from 0, in the order in which they are added. Equal hashes share a slot,
 * which has the number of the last one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pair/sequences.h"

static const uint64_t RUN_FACTOR = 0x9E3779B97F4A7C15; /* odd, without a pattern: 2^64 / 1.618... */

enum { RUN_BYTES_LEAST = 4 };

/* `bytes` bytes, from 4 to 8, as one word. */
static inline uint64_t run_word(const unsigned char *from, size_t bytes)
{
    uint32_t first, last;
    uint64_t word;
    if (bytes == sizeof word) {
        memcpy(&word, from, sizeof word);
        return word;
    }
    memcpy(&first, from, sizeof first);
    memcpy(&last, from + bytes - sizeof last, sizeof last);
    return first | (uint64_t)last << 32;
}

static inline uint64_t run_hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * RUN_FACTOR;
    return hash ^ hash >> 32;
}

/* Returns the hash of the run of `length` codes from `at` on, which are at least RUN_BYTES_LEAST
 * bytes. Its words are read independently of the run before, and the last two may overlap. */
static inline uint64_t run_hash(const unsigned char *codes, unsigned width, size_t at,
                                size_t length)
{
    const unsigned char *from = codes + at * width;
    size_t bytes = length * width, word = sizeof(uint64_t);
    uint64_t hash = 0;
    if (bytes < word)
        return run_hash_word(0, run_word(from, bytes));
    for (size_t i = 0; i + word < bytes; i += word)
        hash = run_hash_word(hash, run_word(from + i, word));
    return run_hash_word(hash, run_word(from + bytes - word, word));
}

/* Returns the highest bits of a hash, which depend on all of its words. */
static inline size_t run_hash_top(uint64_t hash, unsigned bits)
{
    return hash >> (64 - bits);
}

/* Returns the least length, from `least` to `most`, at which at most one of `runs` unrelated runs
 * equals a given one by chance. */
size_t run_unlikely_length(const struct sequences *s, double runs, size_t least, size_t most);

struct run_table {
    size_t count, most; /* entries, and how many may be added */
    unsigned bits;      /* logarithm of the number of slots */
    uint64_t *hashes;   /* of entries; owned, like the next two */
    uint32_t *slots;    /* 1 + number of an entry; 0: free */
    uint64_t *bitmap;   /* the filter: 2^RUN_TABLE_BITMAP_BITS bits for each slot */
};

enum { RUN_TABLE_BITMAP_BITS = 3 };

/* An empty table for `most` entries. Exits the program when out of memory. */
void run_table_open(struct run_table *t, size_t most);
void run_table_clear(struct run_table *t);
void run_table_close(struct run_table *t);

/* Returns 1 + the number of the last entry with this hash, or 0. */
uint32_t run_table_find(const struct run_table *t, uint64_t hash);

/* Adds an entry. Returns what run_table_find() has returned before. */
uint32_t run_table_add(struct run_table *t, uint64_t hash);

/* Returns the word of the bitmap that has the bits of this hash, and these. (F. Putze, P. Sanders
 * and J. Singler, "Cache-, hash- and space-efficient Bloom filters", WEA 2007.) */
static inline uint64_t *run_table_word(const struct run_table *t, uint64_t hash)
{
    return &t->bitmap[run_hash_top(hash, t->bits + RUN_TABLE_BITMAP_BITS - 6)];
}

static inline uint64_t run_table_mask(uint64_t hash)
{
    return (uint64_t)1 << hash % 64 | (uint64_t)1 << hash / 64 % 64 |
           (uint64_t)1 << hash / 4096 % 64;
}

/* Returns false only if no entry has the hash; true rarely if none has. */
static inline bool run_table_may_have(const struct run_table *t, uint64_t hash)
{
    return (~*run_table_word(t, hash) & run_table_mask(hash)) == 0;
}

/*
 * run_table.h - a hash table of runs (run_hash.h), and a Bloom filter that rejects others sooner.
 *
 * Entries have numbers from 0, in the order in which they are added. Equal hashes share a slot,
 * which has the number of the last one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/run_hash.h"

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

/* The word of the bitmap that has the bits of this hash, and these. (F. Putze, P. Sanders and J.
 * Singler, "Cache-, hash- and space-efficient Bloom filters", WEA 2007.) */
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

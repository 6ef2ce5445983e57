/*
 * masks.h - match masks of one pattern: for a symbol and a block of 64 rows, the matching rows.
 *
 * Stored as a table (symbols x blocks) while that is small, else hashed, so that memory grows with
 * m and not with m times the alphabet. Can be made for the reversed pattern. One thread at a time;
 * symbols may be added later (see alphabet.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cells/bitvector.h"
#include "query/alphabet.h"
#include "query/query.h"

/* Words of the largest table that is not hashed; tests may change it. */
enum { MASKS_DENSE = 1 << 18 };
extern size_t masks_dense;

struct mask_entry {
    uint64_t key; /* symbol << 32 | block, plus 1; 0: free */
    uint64_t mask;
};

struct masks {
    uint32_t m, blocks;       /* blocks = 0: not open */
    uint32_t symbols;         /* number of symbols so far */
    uint32_t *rows;           /* the m rows, ordered by item, then by number */
    uint32_t *row_items;      /* their items */
    uint64_t some;            /* bit item % 64 is set for each of them */
    uint64_t *dense;          /* [symbol * blocks + block], or NULL when hashed */
    struct mask_entry *table; /* open addressing */
    size_t table_size, entries;
};

void masks_close(struct masks *k);

/* Makes the masks of the symbols below `size` of the alphabet, unless they are there. Of masks that
 * are all 0, or closed, `p` becomes the pattern, which later calls repeat. Returns false when out
 * of memory. */
bool masks_extend(struct masks *k, const struct pattern *p, bool reversed, const struct alphabet *a,
                  uint32_t size);

/* Returns the slot of `key` in the table, or the free slot for it. */
struct mask_entry *masks_slot(const struct masks *k, uint64_t key);

static inline uint64_t masks_word(const struct masks *k, uint32_t symbol, uint32_t block)
{
    if (k->dense != NULL)
        return k->dense[(size_t)symbol * k->blocks + block];
    return masks_slot(k, ((uint64_t)symbol << 32 | block) + 1)->mask;
}

/* Returns whether the symbol matches the row. */
static inline bool masks_match(const struct masks *k, uint32_t symbol, uint32_t row)
{
    return masks_word(k, symbol, row / BITVECTOR_ROWS) >> row % BITVECTOR_ROWS & 1;
}

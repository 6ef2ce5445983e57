/*
 * byte_masks.h - the match mask of each byte of a text with narrow symbols (chunk_narrow()), for a
 * pattern of at most 64 items.
 *
 * The pattern is in the top rows of the word, so that its last row is the sign bit. The rows above
 * it match everything.
 */
#pragma once

#include "cells/bitvector.h"
#include "scan/masks.h"
#include "text/chunk.h"

struct byte_masks {
    uint64_t masks[256];
    struct byte_masks_kind {
        const struct masks *pattern;
        uint32_t limit; /* number of valid bytes */
        bool symbols;   /* bytes are symbols */
    } kind;             /* what the masks are of: later chunks use them again */
    size_t scanned;     /* symbols scanned without masks; the caller sets it to 0 */
};

/* Returns the rows of a pattern of m items. */
static inline uint64_t byte_masks_rows(uint32_t m)
{
    return ~UINT64_C(0) << (BITVECTOR_ROWS - m);
}

/* Returns the match mask of a symbol. */
static inline uint64_t byte_masks_of(const struct masks *pattern, uint32_t symbol)
{
    return masks_word(pattern, symbol, 0) << (BITVECTOR_ROWS - pattern->m) |
           ~byte_masks_rows(pattern->m);
}

/* Returns whether there are masks of the chunk's bytes. They are not made while less text than
 * there are bytes is scanned: `symbols` more with this call. */
bool byte_masks_ready(struct byte_masks *b, const struct masks *pattern, const struct chunk *c,
                      const struct alphabet *a, size_t symbols);

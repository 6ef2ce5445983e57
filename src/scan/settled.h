/*
 * settled.h - which text of a chunk needs no search: what is behind an occurrence without errors in
 * its record, if only the first of the nearest occurrences matters (report.nearest), or any
 * (report.once).
 *
 * A chunk is searched block by block.
 */
#pragma once

#include "scan/word_occurrence.h"

enum { SETTLED_BLOCK = 4096 /* most symbols of a block */ };

struct settled {
    bool matters; /* whether any text can be settled */
    bool words;   /* and occurrences lie between word borders (-w) */
    const struct alphabet *a;
    const struct chunk *c;
    size_t at, end;              /* the block */
    size_t next;                 /* text is settled from here into the next block; SIZE_MAX: no */
    bool symbols[SETTLED_BLOCK]; /* of the block */
};

void settled_open(struct settled *x, const struct query *q, const struct alphabet *a);

/* Begins a chunk, and the block [at, end) of it. */
void settled_chunk(struct settled *x, const struct chunk *c);
void settled_block(struct settled *x, size_t at, size_t end);

/* Takes an end without errors, behind the beginning of the block. Returns whether it must be
 * reported: false if it is known to be no occurrence (-w). */
bool settled_add(struct settled *x, size_t start, size_t end);

/* Returns whether this symbol of the block is settled. */
static inline bool settled_has(const struct settled *x, size_t symbol)
{
    return x->symbols[symbol - x->at];
}

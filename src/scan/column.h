/*
 * column.h - one column of a pattern's table, in blocks of 64 rows; only blocks that can matter are
 * computed (Ukkonen's cut-off, by blocks as in Myers 1999, section 4).
 *
 * The blocks [first, behind) are computed. The caller decides when a block enters at the bottom or
 * leaves: for a search, as long as a distance within the limit can be in it; for an alignment from
 * a fixed place, as long as the band of diagonals goes through it.
 */
#ifndef COLUMN_H
#define COLUMN_H

#include "cells/metric_step.h"
#include "scan/masks.h"

struct column_block {
    struct bitvector v;
    uint32_t score; /* of its last row */
};

struct column {
    const struct masks *masks;   /* of the pattern; they know the symbols that will be given */
    struct column_block *blocks; /* column_blocks(m) of them */
    struct before *before;       /* of each block; only METRIC_OSA needs them */
    uint32_t first, behind;
};

/* How many blocks m rows need. */
static inline uint32_t column_blocks(uint32_t m)
{
    return m / BITVECTOR_ROWS + 1;
}

/* The rows of a block: 64, or what is left for the last one. */
static inline uint32_t column_rows(const struct column *c, uint32_t block)
{
    return block + 1 < c->masks->blocks ? BITVECTOR_ROWS : (c->masks->m - 1) % BITVECTOR_ROWS + 1;
}

/* Lets in the next block, whose rows each have 1 more than the one above; the last row above it has
 * `above`. An exchange across its upper border is not missed. Where one matters, the row above that
 * border is within the limit two columns before, so the block was let in one column before. */
static inline void column_enter(enum metric metric, struct column *c, uint32_t above)
{
    uint32_t rows = column_rows(c, c->behind);
    if (metric == METRIC_OSA)
        c->before[c->behind] = BEFORE_NONE;
    c->blocks[c->behind++] = (struct column_block){BITVECTOR_START, above + rows};
}

/* Advances a block by a symbol. *edge is what the row above tells, and becomes what the block's
 * last row does. */
static inline void column_step(enum metric metric, const struct column *c, uint32_t block,
                               uint32_t symbol, struct edge *edge)
{
    struct column_block *b = &c->blocks[block];
    uint32_t last_row = column_rows(c, block) - 1;
    struct before none = BEFORE_NONE;
    struct before *before = metric == METRIC_OSA ? &c->before[block] : &none;
    struct edge rows =
        metric_step(metric, &b->v, before, masks_word(c->masks, symbol, block), *edge);
    *edge = edge_of(rows, last_row);
    b->score += (uint32_t)edge->p - (uint32_t)edge->m;
}

/* Advances all blocks that are computed; *edge as above. */
static inline void column_advance(enum metric metric, const struct column *c, uint32_t symbol,
                                  struct edge *edge)
{
    for (uint32_t block = c->first; block < c->behind; block++)
        column_step(metric, c, block, symbol, edge);
}

/* The score of the last row that is computed. */
static inline uint32_t column_score(const struct column *c)
{
    return c->blocks[c->behind - 1].score;
}

/* Whether the pattern's last row is computed. */
static inline bool column_whole(const struct column *c)
{
    return c->behind == c->masks->blocks;
}

#endif

/*
 * column.h - one column of a pattern's table, in blocks of 64 rows; only blocks that can matter are
 * computed (Ukkonen's cut-off, by blocks as in Myers 1999, section 4).
 *
 * The blocks [first, behind) are computed. The caller decides when a block is added or removed: for
 * a search, while a distance within the limit can be in it; for an alignment from a fixed position,
 * while the band of diagonals crosses it.
 */
#pragma once

#include "cells/metric_step.h"
#include "scan/masks.h"

struct column_block {
    struct bitvector v;
    uint32_t score; /* score of its last row */
};

struct column {
    const struct masks *masks;   /* of the pattern, extended to all symbols that occur */
    struct column_block *blocks; /* column_blocks(m) of them */
    struct before *before;       /* [block]; only for METRIC_OSA */
    uint32_t first, behind;
};

/* Returns the number of blocks of m rows. */
static inline uint32_t column_blocks(uint32_t m)
{
    return m / BITVECTOR_ROWS + 1;
}

/* Returns the rows of a block: 64, or the rest in the last one. */
static inline uint32_t column_rows(const struct column *c, uint32_t block)
{
    return block + 1 < c->masks->blocks ? BITVECTOR_ROWS : (c->masks->m - 1) % BITVECTOR_ROWS + 1;
}

/* Adds the next block, whose rows each score 1 more than the row above; the last row above it has
 * `above`. No exchange across its upper border is missed: if one matters, the row above the border
 * is within the limit two columns before, so the block was added one column before. */
static inline void column_enter(enum metric metric, struct column *c, uint32_t above)
{
    uint32_t rows = column_rows(c, c->behind);
    if (metric == METRIC_OSA)
        c->before[c->behind] = BEFORE_NONE;
    c->blocks[c->behind++] = (struct column_block){BITVECTOR_START, above + rows};
}

/* Advances a block by a symbol. *edge has the deltas of the row above; on return, of the block's
 * last row. */
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

/* Advances all computed blocks; *edge as in column_step(). */
static inline void column_advance(enum metric metric, const struct column *c, uint32_t symbol,
                                  struct edge *edge)
{
    for (uint32_t block = c->first; block < c->behind; block++)
        column_step(metric, c, block, symbol, edge);
}

/* Returns the score of the last computed row. */
static inline uint32_t column_score(const struct column *c)
{
    return c->blocks[c->behind - 1].score;
}

/* Returns whether the pattern's last row is computed. */
static inline bool column_whole(const struct column *c)
{
    return c->behind == c->masks->blocks;
}

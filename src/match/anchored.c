/*
 * anchored.c - a banded global alignment by bit vectors.
 *
 * Rows are the pattern (reversed for BACKWARD), columns the text read away from the anchor, row 0
 * costs a symbol a column (carry-in +1). Only cells within d of the diagonal can be <= d. Blocks of
 * 64 rows enter when the band reaches them from above and leave behind it; cells outside are taken
 * as too large (a delta of +1), which no path of d edits uses.
 */
#include "match/anchored.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "cells/bitvector.h"
#include "scan/masks.h"

struct block {
    struct bitvector v;
    uint32_t score; /* of its last row */
};

struct anchored {
    const struct query *q;
    const struct alphabet *a;
    struct masks (*masks)[2]; /* of each pattern, by direction; opened when first asked for */
    struct block *blocks;
    uint32_t *scores;
    size_t scores_capacity;
};

struct anchored *anchored_open(const struct query *q, const struct alphabet *a)
{
    struct anchored *t = xcalloc(1, sizeof *t);
    t->q = q;
    t->a = a;
    t->masks = xcalloc(q->npatterns, sizeof *t->masks);
    t->blocks = xcalloc(q->longest / BITVECTOR_ROWS + 1, sizeof *t->blocks);
    return t;
}

void anchored_close(struct anchored *t)
{
    for (size_t p = 0; p < t->q->npatterns; p++) {
        masks_close(&t->masks[p][BACKWARD]);
        masks_close(&t->masks[p][FORWARD]);
    }
    free(t->masks);
    free(t->blocks);
    free(t->scores);
    free(t);
}

static const struct masks *masks_of(struct anchored *t, uint32_t pattern, enum direction direction,
                                    uint32_t alphabet_size)
{
    struct masks *k = &t->masks[pattern][direction];
    bool good = k->blocks > 0 || masks_open(k, &t->q->patterns[pattern], direction == BACKWARD);
    if (!good || !masks_extend(k, t->a, alphabet_size))
        die("out of memory");
    return k;
}

/* The band of blocks in work, and what they are advanced with. */
struct band {
    const struct masks *masks;
    struct block *blocks;
    uint32_t first, behind; /* blocks [first, behind) */
    uint32_t d;
};

static uint32_t rows_of(const struct band *b, uint32_t block)
{
    return block + 1 < b->masks->blocks ? BITVECTOR_ROWS : (b->masks->m - 1) % BITVECTOR_ROWS + 1;
}

/* Lets in the blocks whose rows the band reaches in column `column` (from 1), and out those it has
 * left. */
static void move_band(struct band *b, uint64_t column)
{
    while (b->behind < b->masks->blocks && (uint64_t)b->behind * BITVECTOR_ROWS < column + b->d) {
        uint32_t above = b->behind > 0 ? b->blocks[b->behind - 1].score : (uint32_t)(column - 1);
        b->blocks[b->behind] = (struct block){BITVECTOR_START, above + rows_of(b, b->behind)};
        b->behind++;
    }
    while (b->first + 1 < b->behind && (uint64_t)(b->first + 1) * BITVECTOR_ROWS + b->d < column)
        b->first++;
}

static void advance(struct band *b, uint32_t symbol)
{
    struct horizontal carry = {1, 0};
    for (uint32_t i = b->first; i < b->behind; i++) {
        struct block *block = &b->blocks[i];
        uint32_t last_row = rows_of(b, i) - 1;
        struct horizontal h =
            bitvector_step(&block->v, masks_word(b->masks, symbol, i), carry.p, carry.m);
        carry.p = h.p >> last_row & 1;
        carry.m = h.m >> last_row & 1;
        block->score += (uint32_t)carry.p - (uint32_t)carry.m;
    }
}

/* The distance to the text so far: of the last row, when the band has it. */
static uint32_t band_score(const struct band *b)
{
    uint32_t score = b->blocks[b->masks->blocks - 1].score;
    return b->behind == b->masks->blocks && score <= b->d ? score : b->d + 1;
}

struct scores anchored_scores(struct anchored *t, const struct chunk *c, uint32_t pattern,
                              size_t at, enum direction direction, uint32_t d)
{
    const struct masks *masks = masks_of(t, pattern, direction, c->alphabet_size);
    const uint32_t *bytes = alphabet_bytes(t->a);
    struct band band = {.masks = masks, .blocks = t->blocks, .d = d};
    uint32_t least = masks->m > d ? masks->m - d : 0;
    uint64_t most = (uint64_t)masks->m + d, room = direction == BACKWARD ? at : c->length - at;
    if (most > room)
        most = room;
    struct scores scores = {.least = least};
    xgrow(&t->scores, &t->scores_capacity, (size_t)2 * d + 1, sizeof *t->scores);
    if (least == 0)
        t->scores[scores.n++] = masks->m <= d ? masks->m : d + 1;
    for (uint64_t l = 1; l <= most; l++) {
        uint32_t symbol = chunk_symbol(c, bytes, direction == BACKWARD ? at - l : at + l - 1);
        if (symbol == SYMBOL_DELIMITER)
            break;
        move_band(&band, l);
        advance(&band, symbol);
        if (l >= least)
            t->scores[scores.n++] = band_score(&band);
    }
    scores.v = t->scores;
    return scores;
}

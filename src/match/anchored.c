/*
 * anchored.c - a banded global alignment by bit vectors.
 *
 * Rows are the pattern (reversed for BACKWARD), columns the text read away from the anchor. Row 0
 * rises by 1 in each column (carry-in +1), because the text is fixed where it begins. Only cells
 * within d of the diagonal can be <= d: they are the band. A block of 64 rows enters when the band
 * reaches its first row, and leaves when the band has passed its last. A cell outside the band is
 * taken as too large (a delta of +1), since no path of d edits goes through it.
 */
#include "match/anchored.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "scan/column.h"

struct anchored {
    const struct query *q;
    const struct alphabet *a;
    struct masks (*masks)[2]; /* of each pattern and direction; opened when first needed */
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
    t->blocks = xcalloc(column_blocks(q->longest), sizeof *t->blocks);
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
        die("%s", strerror(ENOMEM));
    return k;
}

/* Lets in the blocks that the band reaches in column `column` (from 1), and lets out those that it
 * has left. */
static void move_band(struct column *c, uint32_t d, uint64_t column)
{
    while (!column_whole(c) && (uint64_t)c->behind * BITVECTOR_ROWS < column + d)
        column_enter(c, c->behind > 0 ? column_score(c) : (uint32_t)(column - 1));
    while (c->first + 1 < c->behind && (uint64_t)(c->first + 1) * BITVECTOR_ROWS + d < column)
        c->first++;
}

/* The pattern's distance to the text so far; d + 1 when it is above d or the band lacks the last
 * row. */
static uint32_t band_score(const struct column *c, uint32_t d)
{
    return column_whole(c) && column_score(c) <= d ? column_score(c) : d + 1;
}

struct scores anchored_scores(struct anchored *t, const struct chunk *c, uint32_t pattern,
                              size_t at, enum direction direction, uint32_t d)
{
    const struct masks *masks = masks_of(t, pattern, direction, c->alphabet_size);
    const uint32_t *bytes = alphabet_bytes(t->a);
    struct column column = {.masks = masks, .blocks = t->blocks};
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
        struct horizontal above = {1, 0};
        move_band(&column, d, l);
        column_advance(&column, symbol, &above);
        if (l >= least)
            t->scores[scores.n++] = band_score(&column, d);
    }
    scores.v = t->scores;
    return scores;
}

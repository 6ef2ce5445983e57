/*
 * anchored.c - a banded global alignment by bit vectors.
 *
 * Rows are the pattern (reversed for BACKWARD), columns the text read away from the anchor. Row 0
 * rises by 1 in each column (carry-in +1), because the text is fixed where it begins. Only cells
 * within d of the diagonal can be <= d: they are the band. A block of 64 rows enters when the band
 * reaches its first row, and leaves when the band has passed its last. A cell outside the band is
 * taken as too large (a delta of +1), since no path of d edits goes through it. A pattern of one
 * block needs no band: all its cells are computed in a register.
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
    if (k->symbols >= alphabet_size)
        return k;
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

/* A text that is read away from a fixed place. */
struct reading {
    const struct chunk *c;
    const uint32_t *bytes; /* alphabet_bytes() */
    size_t next, step; /* the index of the next symbol; how far it is to the one behind, mod 2^n */
    uint64_t most;     /* symbols of it matter */
};

static struct reading reading_begin(const struct anchored *t, const struct chunk *c, size_t at,
                                    enum direction direction, uint64_t most)
{
    bool back = direction == BACKWARD;
    size_t room = back ? at : c->length - at;
    return (struct reading){.c = c,
                            .bytes = alphabet_bytes(t->a),
                            .next = back ? at - 1 : at,
                            .step = back ? SIZE_MAX : 1,
                            .most = most < room ? most : room};
}

static inline uint32_t next_symbol(struct reading *r)
{
    uint32_t symbol = chunk_symbol(r->c, r->bytes, r->next);
    r->next += r->step;
    return symbol;
}

static void add_score(struct anchored *t, struct scores *s, uint32_t score, uint32_t d)
{
    t->scores[s->n++] = score <= d ? score : d + 1;
}

/* The scores of texts of `least` or more symbols, at least 1, by a pattern that a register holds.
 * It runs for nearly every hit: inlined, it keeps all in registers. */
static inline void run_register(struct anchored *t, const struct masks *masks, struct reading r,
                                uint32_t d, struct scores *s)
{
    struct bitvector v = BITVECTOR_START;
    uint32_t score = masks->m, last_row = masks->m - 1, least = s->least, symbol;
    uint32_t *out = t->scores + s->n;
    for (uint64_t l = 1; l <= r.most && (symbol = next_symbol(&r)) != SYMBOL_DELIMITER; l++) {
        struct horizontal h = bitvector_step(&v, masks_word(masks, symbol, 0), 1, 0);
        score += (uint32_t)(h.p >> last_row & 1) - (uint32_t)(h.m >> last_row & 1);
        if (l >= least)
            *out++ = score <= d ? score : d + 1;
    }
    s->n = (uint32_t)(out - t->scores);
}

/* The same by a pattern of several blocks, in the band. */
static void run_band(struct anchored *t, const struct masks *masks, struct reading *r, uint32_t d,
                     struct scores *s)
{
    struct column column = {.masks = masks, .blocks = t->blocks};
    uint32_t symbol;
    for (uint64_t l = 1; l <= r->most && (symbol = next_symbol(r)) != SYMBOL_DELIMITER; l++) {
        struct horizontal above = {1, 0};
        move_band(&column, d, l);
        column_advance(&column, symbol, &above);
        if (l >= s->least)
            add_score(t, s, column_whole(&column) ? column_score(&column) : d + 1, d);
    }
}

struct scores anchored_scores(struct anchored *t, const struct chunk *c, uint32_t pattern,
                              size_t at, enum direction direction, uint32_t d)
{
    const struct masks *masks = masks_of(t, pattern, direction, c->alphabet_size);
    struct reading r = reading_begin(t, c, at, direction, (uint64_t)masks->m + d);
    struct scores scores = {.least = masks->m > d ? masks->m - d : 0};
    if (t->scores_capacity < (size_t)2 * d + 1)
        xgrow(&t->scores, &t->scores_capacity, (size_t)2 * d + 1, sizeof *t->scores);
    if (scores.least == 0)
        add_score(t, &scores, masks->m, d);
    if (masks->blocks == 1)
        run_register(t, masks, r, d, &scores);
    else
        run_band(t, masks, &r, d, &scores);
    scores.v = t->scores;
    return scores;
}

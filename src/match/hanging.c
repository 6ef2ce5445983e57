/*
 * hanging.c - see hanging.h.
 *
 * A table of edit distances has a row for each item and a column for each symbol. A cell has the
 * distance in its high half and the start in its low half, so the lesser cell is the better one.
 * When reading backward, the items begin with the last one, and cell i of the last column is the
 * distance with the last i items inside.
 */
#include "match/hanging.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "cells/bitvector.h"
#include "scan/fixed_end_distance.h"
#include "scan/masks.h"

#define EDIT ((uint64_t)1 << 32)

struct hanging {
    const struct query *q;
    const struct alphabet *a;
    struct masks (*masks)[2]; /* [pattern][direction]; created on first use */
    uint64_t *cells;          /* the columns j - 2, j - 1 and j */
    uint64_t *final;          /* [j]: the last cell of column j */
    size_t cells_capacity, final_capacity;
};

struct hanging *hanging_open(const struct query *q, const struct alphabet *a)
{
    struct hanging *h = xcalloc(1, sizeof *h);
    h->q = q;
    h->a = a;
    h->masks = xcalloc(q->npatterns, sizeof *h->masks);
    return h;
}

void hanging_close(struct hanging *h)
{
    for (size_t p = 0; p < h->q->npatterns; p++) {
        masks_close(&h->masks[p][BACKWARD]);
        masks_close(&h->masks[p][FORWARD]);
    }
    free(h->masks);
    free(h->cells);
    free(h->final);
    free(h);
}

static const struct masks *masks_of(struct hanging *h, uint32_t pattern, enum direction direction,
                                    uint32_t alphabet_size)
{
    const struct pattern *p = &h->q->patterns[pattern];
    struct pattern sequence = {.m = p->m, .items = p->overhang.items};
    struct masks *k = &h->masks[pattern][direction];
    if (k->symbols >= alphabet_size)
        return k;
    if (!(k->blocks > 0 || masks_open(k, &sequence, direction == BACKWARD)) ||
        !masks_extend(k, h->a, alphabet_size))
        die_out_of_memory();
    return k;
}

struct table_columns {
    uint64_t *second, *left, *here;
};

/* Computes c->here[1..]; cell 0 is set. `before`: the symbol of the column on the left. */
static void fill_column(enum metric metric, const struct masks *k, struct table_columns *c,
                        uint32_t symbol, uint32_t before)
{
    uint64_t differs = metric == METRIC_INDEL ? 2 * EDIT : EDIT, eq = 0;
    for (uint32_t row = 0; row < k->m; row++) {
        if (row % BITVECTOR_ROWS == 0)
            eq = masks_word(k, symbol, row / BITVECTOR_ROWS);
        bool equal = eq >> row % BITVECTOR_ROWS & 1;
        uint64_t aside = (c->left[row + 1] < c->here[row] ? c->left[row + 1] : c->here[row]) + EDIT;
        uint64_t diagonal = c->left[row] + (equal ? 0 : differs);
        c->here[row + 1] = diagonal < aside ? diagonal : aside;
        if (metric == METRIC_OSA && row > 0 && before != SYMBOL_NONE &&
            c->second[row - 1] + EDIT < c->here[row + 1] && masks_match(k, symbol, row - 1) &&
            masks_match(k, before, row))
            c->here[row + 1] = c->second[row - 1] + EDIT;
    }
}

/* Computes the table of the pattern and the symbols [from, to), read in this direction. Returns its
 * last column, and sets h->final. `anywhere`: an occurrence may begin before each symbol. */
static const uint64_t *fill_table(struct hanging *h, const struct chunk *chunk, uint32_t pattern,
                                  size_t from, size_t to, enum direction direction, bool anywhere)
{
    const struct masks *k = masks_of(h, pattern, direction, chunk->alphabet_size);
    size_t m = k->m, n = to - from;
    xgrow(&h->cells, &h->cells_capacity, 3 * (m + 1), sizeof *h->cells);
    xgrow(&h->final, &h->final_capacity, n + 1, sizeof *h->final);
    struct table_columns c = {h->cells, h->cells + m + 1, h->cells + 2 * (m + 1)};
    for (size_t i = 0; i <= m; i++)
        c.here[i] = i * EDIT;
    h->final[0] = c.here[m];
    uint32_t before = SYMBOL_NONE;
    for (size_t j = 1; j <= n; j++) {
        uint32_t symbol = chunk_symbol(chunk, alphabet_bytes(h->a),
                                       direction == BACKWARD ? to - j : from + j - 1);
        uint64_t *unused = c.second;
        c.second = c.left;
        c.left = c.here;
        c.here = unused;
        c.here[0] = anywhere ? j : j * EDIT;
        fill_column(h->q->metric, k, &c, symbol, before);
        h->final[j] = c.here[m];
        before = symbol;
    }
    return c.here;
}

/* Whether the last column of fill_table() will have a cell within its limit, for the whole pattern
 * and for a part that is long enough. */
struct overhang_outlook {
    bool whole, part;
};

/* Computes the outlook with bit vectors of one word. Most hits have no such cell. */
static struct overhang_outlook look_ahead(struct hanging *h, const struct chunk *chunk,
                                          uint32_t pattern, size_t from, size_t to,
                                          enum direction direction, bool anywhere)
{
    const struct pattern *p = &h->q->patterns[pattern];
    const struct masks *k = masks_of(h, pattern, direction, chunk->alphabet_size);
    const uint32_t *bytes = alphabet_bytes(h->a);
    struct overhang_outlook found = {false, false};
    if (h->q->metric != METRIC_LEVENSHTEIN || k->blocks > 1)
        return (struct overhang_outlook){true, true};
    struct bitvector v = BITVECTOR_START;
    for (size_t j = 0; j < to - from; j++) {
        uint32_t symbol = chunk_symbol(chunk, bytes, direction == BACKWARD ? to - 1 - j : from + j);
        (void)bitvector_step(&v, masks_word(k, symbol, 0), !anywhere, 0);
    }
    size_t distance = anywhere ? 0 : to - from;
    for (uint32_t n = 1; n <= p->m; n++) {
        distance += (v.pv >> (n - 1) & 1) - (v.mv >> (n - 1) & 1);
        if (n >= p->overhang.inside && distance <= overhang_limit(&p->overhang, p->m, n))
            *(n < p->m ? &found.part : &found.whole) = true;
    }
    return found;
}

/* Returns the cost of a cell with n items inside; HANGING_NONE beyond their limit. */
static uint32_t cost_of(const struct pattern *p, uint64_t cell, uint32_t n)
{
    uint32_t distance = (uint32_t)(cell >> 32);
    return distance <= overhang_limit(&p->overhang, p->m, n) ? distance + (p->m - n) : HANGING_NONE;
}

static bool record_ends(const struct hanging *h, const struct hanging_record *r, size_t symbol)
{
    return chunk_record_ends(r->c, alphabet_bytes(h->a), symbol);
}

/* Keeps the better of two occurrences. */
static void improve(uint32_t *least, size_t *start, uint32_t cost, size_t from)
{
    if (cost == HANGING_NONE || cost > *least || (cost == *least && from >= *start))
        return;
    *least = cost;
    *start = from;
}

uint32_t hanging_ends(struct hanging *h, const struct hanging_record *r, uint32_t pattern,
                      size_t end, size_t *start)
{
    const struct pattern *p = &h->q->patterns[pattern];
    size_t most = (size_t)p->m + p->k, from = end - r->begin > most ? end - most : r->begin;
    struct overhang_outlook behind = look_ahead(h, r->c, pattern, from, end, FORWARD, true);
    bool begins = from == r->begin && look_ahead(h, r->c, pattern, from, end, BACKWARD, false).part;
    uint32_t least = HANGING_NONE;
    const uint64_t *last;
    if (behind.whole || begins) {
        last = fill_table(h, r->c, pattern, from, end, BACKWARD, false);
        for (size_t j = 0; j <= end - from; j++)
            improve(&least, start, cost_of(p, h->final[j], p->m), end - j);
        for (uint32_t n = p->overhang.inside; begins && n < p->m; n++)
            improve(&least, start, cost_of(p, last[n], n), from);
    }
    if (!behind.part || !record_ends(h, r, end))
        return least;
    last = fill_table(h, r->c, pattern, from, end, FORWARD, true);
    for (uint32_t n = p->overhang.inside; n < p->m; n++)
        improve(&least, start, cost_of(p, last[n], n), from + (size_t)(uint32_t)last[n]);
    return least;
}

/* Improves `least` with occurrences whose outer items lie before, or after, the record. Of equal
 * costs the one with the most items outside is better, because its distance is less. */
static void hang_over(struct hanging *h, const struct chunk *c, uint32_t pattern, size_t from,
                      size_t to, bool before, struct hanging_cost *least)
{
    const struct pattern *p = &h->q->patterns[pattern];
    const uint64_t *last = fill_table(h, c, pattern, from, to, before ? BACKWARD : FORWARD, false);
    for (uint32_t n = p->m - 1; n >= p->overhang.inside; n--) {
        uint32_t cost = cost_of(p, last[n], n), outside = p->m - n;
        if (cost < least->cost ||
            (cost != HANGING_NONE && cost == least->cost && outside >= least->outside))
            *least = (struct hanging_cost){cost, outside, before};
    }
}

struct hanging_cost hanging_part(struct hanging *h, const struct hanging_record *r,
                                 uint32_t pattern, size_t from, size_t to)
{
    const struct pattern *p = &h->q->patterns[pattern];
    const uint64_t *last = fill_table(h, r->c, pattern, from, to, FORWARD, false);
    struct hanging_cost least = {.cost = cost_of(p, last[p->m], p->m)};
    if (record_ends(h, r, to))
        hang_over(h, r->c, pattern, from, to, false, &least);
    if (from == r->begin)
        hang_over(h, r->c, pattern, from, to, true, &least);
    return least;
}

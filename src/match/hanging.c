/*
 * hanging.c - see hanging.h.
 *
 * Read forward, row i of the last column of a table (scan/hanging_table.h) is the distance with the
 * first i items inside; read backward, with the last i items inside.
 */
#include "match/hanging.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/least.h"
#include "base/xalloc.h"
#include "scan/fixed_end_distance.h"
#include "scan/hanging_table.h"

struct hanging {
    const struct query *q;
    const struct alphabet *a;
    struct masks (*masks)[2]; /* [pattern][direction]; created on first use */
    struct hanging_table table;
    uint32_t *symbols; /* of a possible occurrence */
    uint32_t *costs;   /* [number of items inside] */
};

struct hanging *hanging_open(const struct query *q, const struct alphabet *a)
{
    struct hanging *h = xcalloc(1, sizeof *h);
    h->q = q;
    h->a = a;
    h->masks = xcalloc(q->npatterns, sizeof *h->masks);
    h->symbols = xcalloc(q->overlap, sizeof *h->symbols);
    h->costs = xcalloc((size_t)q->longest + 1, sizeof *h->costs);
    if (!hanging_table_open(&h->table, q->longest, q->overlap))
        die_out_of_memory();
    return h;
}

void hanging_close(struct hanging *h)
{
    if (h == NULL)
        return;
    for (size_t p = 0; p < h->q->npatterns; p++) {
        masks_close(&h->masks[p][BACKWARD]);
        masks_close(&h->masks[p][FORWARD]);
    }
    free(h->masks);
    hanging_table_close(&h->table);
    free(h->symbols);
    free(h->costs);
    free(h);
}

static const struct masks *masks_of(struct hanging *h, uint32_t pattern, enum direction direction,
                                    uint32_t alphabet_size)
{
    const struct pattern *p = &h->q->patterns[pattern];
    struct masks *k = &h->masks[pattern][direction];
    if (!masks_extend(k, p, direction == BACKWARD, h->a, alphabet_size))
        die_out_of_memory();
    return k;
}

/* Reads the symbols [from, to) into h->symbols. Returns their number. */
static size_t read_symbols(struct hanging *h, const struct chunk *c, size_t from, size_t to)
{
    const uint32_t *bytes = alphabet_bytes(h->a);
    for (size_t i = from; i < to; i++)
        h->symbols[i - from] = chunk_symbol(c, bytes, i);
    return to - from;
}

/* Runs a table of the pattern and n symbols of h->symbols. */
static void run(struct hanging *h, const struct masks *masks, enum direction direction, size_t n,
                bool anywhere, uint32_t skip)
{
    struct hanging_run run = {.masks = masks};
    struct hanging_rules rules = {h->q->metric, direction == BACKWARD, anywhere, skip};
    hanging_table_run(&h->table, &rules, &run, 1, h->symbols, n);
}

/* Returns the distances of 0, 1, ... items to these symbols. */
static const uint32_t *distances(struct hanging *h, const struct chunk *c, uint32_t pattern,
                                 enum direction direction, size_t n, bool anywhere)
{
    const struct masks *masks = masks_of(h, pattern, direction, c->alphabet_size);
    run(h, masks, direction, n, anywhere, 0);
    return hanging_table_last(&h->table, masks, anywhere ? 0 : (uint32_t)n);
}

/* Returns the first of the last n symbols with which the pattern's first `items` items may begin,
 * with this distance, to end behind these symbols. */
static size_t first_start(struct hanging *h, const struct chunk *c, uint32_t pattern,
                          uint32_t items, uint32_t distance, size_t n)
{
    const struct masks *masks = masks_of(h, pattern, BACKWARD, c->alphabet_size);
    run(h, masks, BACKWARD, n, false, masks->m - items);
    size_t length = n;
    while (h->table.finals[length][0] != distance)
        length--;
    return n - length;
}

/* Returns the cost of an occurrence with n items inside; HANGING_NONE beyond their limit. */
static uint32_t cost_of(const struct pattern *p, uint32_t distance, uint32_t n)
{
    return distance <= overhang_limit(&p->overhang, p->m, n) ? distance + (p->m - n) : HANGING_NONE;
}

static bool record_ends(const struct hanging *h, const struct hanging_record *r, size_t symbol)
{
    return chunk_record_ends(r->c, alphabet_bytes(h->a), symbol);
}

uint32_t hanging_ends(struct hanging *h, const struct hanging_record *r, uint32_t pattern,
                      size_t end, size_t *start)
{
    const struct pattern *p = &h->q->patterns[pattern];
    size_t most = (size_t)p->m + p->k, from = end - r->begin > most ? end - most : r->begin;
    size_t n = read_symbols(h, r->c, from, end), first = n;
    uint32_t before = HANGING_NONE, least = HANGING_NONE;
    uint32_t fewest = record_ends(h, r, end) ? p->overhang.inside : p->m;
    if (from == r->begin) {
        const uint32_t *last = distances(h, r->c, pattern, BACKWARD, n, false);
        for (uint32_t i = p->overhang.inside; i < p->m; i++)
            before = least_u32(before, cost_of(p, last[i], i));
    }
    const uint32_t *last = distances(h, r->c, pattern, FORWARD, n, true);
    for (uint32_t i = fewest; i <= p->m; i++) {
        h->costs[i] = cost_of(p, last[i], i);
        least = least_u32(least, h->costs[i]);
    }
    *start = from;
    if (before <= least)
        return before;
    for (uint32_t i = fewest; i <= p->m; i++)
        if (h->costs[i] == least)
            first = least_u64(first, first_start(h, r->c, pattern, i, least - (p->m - i), n));
    *start = from + first;
    return least;
}

/* Improves `least` with occurrences whose outer items lie before, or after, the record. Of equal
 * costs the one with the most items outside is better, because its distance is less. */
static void hang_over(struct hanging *h, const struct chunk *c, uint32_t pattern, size_t n,
                      bool before, struct hanging_cost *least)
{
    const struct pattern *p = &h->q->patterns[pattern];
    const uint32_t *last = distances(h, c, pattern, before ? BACKWARD : FORWARD, n, false);
    for (uint32_t i = p->m - 1; i >= p->overhang.inside; i--) {
        uint32_t cost = cost_of(p, last[i], i), outside = p->m - i;
        if (cost < least->cost ||
            (cost != HANGING_NONE && cost == least->cost && outside >= least->outside))
            *least = (struct hanging_cost){cost, outside, before};
    }
}

struct hanging_cost hanging_part(struct hanging *h, const struct hanging_record *r,
                                 uint32_t pattern, size_t from, size_t to)
{
    const struct pattern *p = &h->q->patterns[pattern];
    size_t n = read_symbols(h, r->c, from, to);
    const uint32_t *last = distances(h, r->c, pattern, FORWARD, n, false);
    struct hanging_cost least = {.cost = cost_of(p, last[p->m], p->m)};
    if (record_ends(h, r, to))
        hang_over(h, r->c, pattern, n, false, &least);
    if (from == r->begin)
        hang_over(h, r->c, pattern, n, true, &least);
    return least;
}

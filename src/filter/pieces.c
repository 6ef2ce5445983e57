#include "filter/pieces.h"

#include <string.h>

#include "plan/costs.h"

enum {
    PIECE_LEAST = FINGERPRINT + 1, /* items of a piece; METRIC_OSA leaves one out */
    BLOCK = 1 << 16,               /* symbols that a kernel searches at a time */
};

/* Returns the items that a byte of the chunk's text matches; the byte is a symbol or maps to
 * one. */
static size_t byte_items(const struct pieces *x, unsigned byte, const uint32_t **items)
{
    const struct chunk *c = x->pass.c;
    uint32_t known = c->width == 0 ? (c->rules.utf8 ? 128 : 256) : c->alphabet_size;
    if (byte >= known)
        return 0;
    return alphabet_items(x->a, c->width == 0 ? alphabet_bytes(x->a)[byte] : byte, items);
}

static bool can_match(const struct pieces *x, unsigned byte, uint32_t item)
{
    const uint32_t *items;
    size_t n = byte_items(x, byte, &items);
    while (n > 0 && items[n - 1] != item)
        n--;
    return n > 0;
}

void pieces_fingerprint(struct pieces *x, uint32_t i, const uint32_t *items)
{
    for (uint32_t place = 0; place < FINGERPRINT; place++)
        for (unsigned byte = 0; byte < 256; byte++)
            if (can_match(x, byte, items[place]))
                x->table[place][byte] |= (unsigned char)(1U << i);
    double rate = 1;
    for (uint32_t place = 0; place < FINGERPRINT; place++)
        rate *= sample_share(x->sample, items[place]);
    x->rate += rate;
}

void pieces_place(struct pieces *x, uint32_t j, uint32_t item)
{
    for (unsigned byte = 0; byte < 256; byte++)
        x->places[byte] |= (uint64_t)can_match(x, byte, item) << j;
}

/* Returns the number of items in `places`. */
static uint32_t known_items(const struct pattern *p)
{
    return p->m < PLACES ? p->m : PLACES;
}

static void make_near(struct pieces *x)
{
    uint32_t reach = 2 * x->drift;
    uint64_t all = (UINT64_C(1) << (reach + 1)) - 1;
    for (uint32_t at = 0; at < PLACES + reach; at++)
        x->near[at] = at < reach ? all >> (reach - at) : all << (at - reach);
}

void pieces_renew(struct pieces *x, uint32_t n, uint32_t limit)
{
    x->n = n;
    x->limit = limit;
    x->width = x->pass.c->width;
    x->symbols = x->pass.c->alphabet_size;
    x->stopped = false;
    x->rate = 0;
    memset(x->table, 0, sizeof x->table);
    memset(x->places, 0, sizeof x->places);
}

static void make_pieces(struct pieces *x, uint32_t limit)
{
    const struct pattern *p = x->p;
    pieces_renew(x, limit + 1, limit);
    x->drift = x->metric == METRIC_HAMMING ? 0 : limit;
    for (uint32_t i = 0; i < x->n; i++) {
        struct span piece = pattern_piece(p, x->metric, x->n, i);
        uint32_t first = (uint32_t)piece.start, length = (uint32_t)piece.end - first;
        x->fingerprint[i] = first + sample_rarest(x->sample, p->items + first, length, FINGERPRINT);
        pieces_fingerprint(x, i, p->items + x->fingerprint[i]);
    }
    for (uint32_t j = 0; j < known_items(p); j++)
        pieces_place(x, j, p->items[j]);
    make_near(x);
}

bool pieces_begin(struct pieces *x, const struct chunk *c, struct share own)
{
    if (c->width > 1)
        return false;
    x->pass.c = c;
    x->pass.own = own;
    x->pass.text = chunk_narrow(c);
    return true;
}

bool pieces_outdated(const struct pieces *x, uint32_t limit)
{
    return x->symbols == 0 || x->limit != limit || x->width != x->pass.c->width ||
           x->symbols != x->pass.c->alphabet_size || x->stopped;
}

/*
 * Returns whether the whole pattern can occur around fingerprint i at `symbol`. In an occurrence
 * with `limit` errors all items except `limit` are found, at most `drift` symbols from their places
 * without errors (Xin et al., "Shifted Hamming distance", Bioinformatics 31(10), 2015). Exchanged
 * items are found too: one symbol farther, for one error.
 */
static bool is_likely(const struct pieces *x, uint32_t i, size_t symbol)
{
    uint32_t n = known_items(x->p), limit = x->limit;
    size_t before = x->fingerprint[i] + x->drift, first = symbol - x->pass.own.lead;
    size_t at = first < before ? before - first : 0, last = n + 2 * (size_t)x->drift;
    if (last > x->pass.own.end - symbol + before)
        last = x->pass.own.end - symbol + before;
    const unsigned char *text = x->pass.text + symbol;
    uint64_t there = 0, missing;
    for (; at < last; at++)
        there |= x->places[text[(ptrdiff_t)at - (ptrdiff_t)before]] & x->near[at];
    missing = ~there & UINT64_MAX >> (PLACES - n);
    for (; missing != 0 && limit > 0; limit--)
        missing &= missing - 1;
    return missing == 0;
}

bool pieces_add(struct pieces *x, struct share span, size_t done)
{
    size_t n = x->found.n, symbols = x->found.symbols;
    if (!spans_add(&x->found, span))
        return false;
    symbols = x->found.symbols > symbols ? x->found.symbols - symbols : 0;
    double cost = x->cost.symbol * (double)symbols + (x->found.n > n ? x->cost.span : 0);
    return contest_owe(x->pass.turn, cost, done);
}

/* Adds the span in which the whole pattern may be around fingerprint i: it ends with the rest of
 * the pattern, plus or minus the errors. */
static bool look_near(struct pieces *x, uint32_t i, size_t symbol)
{
    size_t done = symbol - x->pass.own.lead, end = symbol + x->p->m - x->fingerprint[i];
    if (!contest_spend(x->pass.turn, COST_PIECES_LOOK, done))
        return false;
    size_t begin = end > x->drift ? end - 1 - x->drift : 0;
    struct share span = share_at(begin, end + x->drift, (size_t)x->p->m + x->drift + 1);
    return spans_have(&x->found, span) || !is_likely(x, i, symbol) || pieces_add(x, span, done);
}

bool pieces_look(struct pieces *x, size_t symbol)
{
    const unsigned char *text = x->pass.text + symbol;
    unsigned bits = 0xff;
    for (unsigned place = 0; place < FINGERPRINT; place++)
        bits &= x->table[place][text[place]];
    for (; bits != 0 && !x->stopped; bits &= bits - 1)
        x->stopped = !x->look(x, (uint32_t)__builtin_ctz(bits), symbol);
    x->stop = symbol;
    return !x->stopped;
}

double pieces_cost(const struct pieces *x, size_t n, size_t lanes)
{
    double find = COST_PIECES * COST_PIECES_LANES / (double)lanes;
    return (double)n * (find + x->rate * COST_PIECES_LOOK);
}

void pieces_run(struct pieces *x, struct contest_turn *turn, size_t lanes,
                void (*find)(struct pieces *x, size_t from, size_t end))
{
    double cost = COST_PIECES * COST_PIECES_LANES / (double)lanes;
    x->pass.turn = turn;
    x->stopped = false;
    spans_begin(&x->found);
    for (size_t from = x->pass.own.lead, to; from < x->pass.own.end && !x->stopped; from = to) {
        to = x->pass.own.end - from < BLOCK ? x->pass.own.end : from + BLOCK;
        size_t end = x->pass.own.end - to < FINGERPRINT ? x->pass.own.end : to + FINGERPRINT - 1;
        find(x, from, end);
        if (!x->stopped &&
            !contest_spend(turn, cost * (double)(to - from), to - x->pass.own.lead)) {
            x->stopped = true;
            x->stop = to;
        }
    }
}

void pieces_open(struct pieces *x, const struct query *q, const struct alphabet *a,
                 const struct sample *sample)
{
    *x = (struct pieces){.p = q->npatterns == 1 ? &q->patterns[0] : NULL,
                         .look = look_near,
                         .metric = q->metric,
                         .a = a,
                         .sample = sample};
}

void pieces_close(struct pieces *x)
{
    spans_free(&x->found);
}

bool pieces_choose(struct pieces *x, const struct chunk *c, struct share own, uint32_t limit)
{
    if (x->p == NULL || limit >= PIECES || x->p->m / (limit + 1) < PIECE_LEAST ||
        !pieces_begin(x, c, own))
        return false;
    x->cost = (struct span_cost){COST_MYERS_BEGIN, COST_MYERS_SYMBOL};
    if (pieces_outdated(x, limit))
        make_pieces(x, limit);
    return true;
}

void pieces_find(struct pieces *x, size_t from, size_t end)
{
    unsigned char(*table)[256] = x->table;
    const unsigned char *text = x->pass.text;
    for (size_t i = from; i + FINGERPRINT <= end; i++)
        if ((table[0][text[i]] & table[1][text[i + 1]] & table[2][text[i + 2]] &
             table[3][text[i + 3]]) != 0 &&
            !pieces_look(x, i))
            return;
}

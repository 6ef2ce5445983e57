/*
 * sliced_pieces.c - a pattern with k errors, cut into k + 1 pieces: an occurrence has one of them
 * unchanged (Wu and Manber, "Fast text searching allowing errors", CACM 35(10), 1992).
 *
 * Of each piece the four items in a row that are rarest in the text are its fingerprint. The kernel
 * looks for all fingerprints at once, a bit of a byte for each, by tables of what each symbol can
 * be at each of their four places; what it finds is compared with the whole piece.
 */
#include <stdlib.h>
#include <string.h>

#include "scan/sliced.h"

enum {
    PIECE_LEAST = 5,  /* items of a piece, or it would be found too often */
    LOOK_CYCLES = 30, /* of a look at a place that has a fingerprint */
    BAN_MOST = 64,    /* chunks that go without pieces when they were found too often, again and
                         again */
};

/* Whether `item` matches a text of this byte, a symbol or a byte as the chunk has them. */
static bool matches(const struct engine_scan *s, uint32_t item, unsigned byte)
{
    const uint32_t *items, *bytes = alphabet_bytes(s->a);
    uint32_t known = s->c->width == 0 ? (s->c->utf8 ? 128 : 256) : s->c->alphabet_size;
    if (byte >= known)
        return false;
    size_t n = alphabet_items(s->a, s->c->width == 0 ? bytes[byte] : byte, &items);
    for (size_t i = 0; i < n; i++)
        if (items[i] == item)
            return true;
    return false;
}

/* Piece i of the pattern: items [border(i), border(i + 1)). */
static uint32_t border(const struct pattern *p, uint32_t pieces, uint32_t i)
{
    return (uint32_t)((uint64_t)p->m * i / pieces);
}

static void make_pieces(const struct engine_scan *s, struct sliced_pieces *x, uint32_t limit)
{
    const struct pattern *p = &s->q->patterns[0];
    x->n = limit + 1;
    x->limit = limit;
    x->width = s->c->width;
    x->symbols = s->c->alphabet_size;
    memset(x->table, 0, sizeof x->table);
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t first = border(p, x->n, i), length = border(p, x->n, i + 1) - first;
        x->piece[i] = (struct span){first, first + length};
        x->fingerprint[i] = first + sliced_rarest(s, p->items + first, length, FINGERPRINT);
        for (uint32_t place = 0; place < FINGERPRINT; place++)
            for (unsigned byte = 0; byte < 256; byte++)
                if (matches(s, p->items[x->fingerprint[i] + place], byte))
                    x->table[place][byte] |= (unsigned char)(1U << i);
    }
}

bool sliced_choose_pieces(struct engine_scan *s, const struct sliced_rows *w)
{
    const struct pattern *p = &s->q->patterns[w->pattern];
    struct sliced_pieces *x = &s->pieces;
    if (s->q->npatterns > 1 || s->c->width > 1 || w->limit >= PIECES ||
        p->m / (w->limit + 1) < PIECE_LEAST)
        return false;
    if (x->banned > 0) {
        x->banned--;
        return false;
    }
    if (x->n == 0 || x->limit != w->limit || x->width != s->c->width ||
        x->symbols != s->c->alphabet_size || x->unlucky)
        make_pieces(s, x, w->limit);
    x->unlucky = false;
    x->looks = 0;
    x->looks_most = (s->own.end - s->own.lead) / (8 * LOOK_CYCLES) + 16;
    return true;
}

/* Whether piece i stands unchanged where its fingerprint is at `symbol`. */
static bool stands(const struct engine_scan *s, uint32_t i, size_t symbol)
{
    const struct sliced_pieces *x = &s->pieces;
    const uint32_t *bytes = alphabet_bytes(s->a), *items;
    size_t before = x->fingerprint[i] - x->piece[i].start, at = symbol - before;
    size_t length = x->piece[i].end - x->piece[i].start;
    if (symbol - s->own.lead < before || length > s->own.end - at)
        return false;
    for (size_t j = 0; j < length; j++) {
        size_t n = alphabet_items(s->a, chunk_symbol(s->c, bytes, at + j), &items);
        while (n > 0 && items[n - 1] != s->q->patterns[0].items[x->piece[i].start + j])
            n--;
        if (n == 0)
            return false;
    }
    return true;
}

bool sliced_look(struct engine_scan *s, struct sliced_rows *w, size_t symbol)
{
    struct sliced_pieces *x = &s->pieces;
    const unsigned char *text = sliced_text(s) + symbol;
    unsigned bits = 0xff;
    for (unsigned place = 0; place < FINGERPRINT; place++)
        bits &= x->table[place][text[place]];
    for (; bits != 0; bits &= bits - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits);
        if (++x->looks > x->looks_most)
            return sliced_drop(w);
        /* The whole pattern ends where the rest of it does, give or take its errors. */
        size_t end = symbol + s->q->patterns[0].m - x->fingerprint[i];
        if (stands(s, i, symbol) && !sliced_candidate(w, end - 1, 0, 0))
            return false;
    }
    return true;
}

void sliced_learn_pieces(struct engine_scan *s, const struct sliced_rows *w)
{
    struct sliced_pieces *x = &s->pieces;
    x->ban = w->dropped ? 2 * x->ban + 1 : x->ban / 2;
    if (x->ban > BAN_MOST)
        x->ban = BAN_MOST;
    if (w->dropped)
        x->banned = x->ban;
    x->unlucky = w->dropped;
}

void sliced_find_bytes(struct engine_scan *s, struct sliced_rows *w, size_t from, size_t end)
{
    unsigned char(*table)[256] = s->pieces.table;
    const unsigned char *text = sliced_text(s);
    for (size_t i = from; i + FINGERPRINT <= end; i++)
        if ((table[0][text[i]] & table[1][text[i + 1]] & table[2][text[i + 2]] &
             table[3][text[i + 3]]) != 0 &&
            !sliced_look(s, w, i))
            return;
}

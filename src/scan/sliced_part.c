/*
 * sliced_part.c - which part of a pattern to search for, when its errors are few.
 *
 * An occurrence with at most `limit` errors has every part of the pattern in it, with at most as
 * many. A part of few rows is found faster, and where it is rare, what is found is verified at
 * little cost (Navarro and Raffinot, "Flexible pattern matching in strings", 2002, chapter 6, for
 * such filters). How many rows make it rare depends on the text, so this is learnt while it
 * goes by: a part that is found too often is given up in mid-chunk, and has more rows from then on;
 * one that is hardly ever found has less the next time. Which rows: those whose items are rare in
 * the text.
 */
#include "scan/sliced.h"

#include <assert.h>

enum {
    FIRST_SAMPLE = 4096, /* symbols looked at for what is rare, in the first chunk, ... */
    SAMPLE = 64,         /* ... and in the others */
    LEAST_ROWS = 4,      /* of a part, besides two for each error */
    RARE_BITS = 18,      /* what a part should tell: not to be found by chance in a chunk */
    VERIFY_CYCLES = 10,  /* of exact.h, for a symbol and a block of rows */
    VERIFY_START = 400,  /* and for a place to look at */
    PATIENCE = 8,        /* chunks after which less is tried again */
    SAVED = 16,          /* chunks whose share may be saved up for one */
    /* Verifying may cost this part of what searching for the whole pattern would; and this where
     * the search itself costs next to nothing. */
    SHARE = 10,
    SHARE_OF_PIECES = 2,
};

/* How many candidates cost no more than their share of what searching for all rows would. */
static size_t affordable(const struct engine_scan *s, const struct sliced_rows *w)
{
    const struct pattern *p = &s->q->patterns[w->pattern];
    double n = (double)(s->own.end - s->own.lead), lanes = (double)s->kernel->lanes;
    double whole = n * (2.5 * p->m + 100) / lanes;
    double window = VERIFY_START + VERIFY_CYCLES * (p->m + 4.0 * w->limit) * (w->limit / 64.0 + 1);
    return (size_t)(whole / (w->by_pieces ? SHARE_OF_PIECES : SHARE) / window);
}

static unsigned bits_of(size_t n)
{
    unsigned bits = 0;
    while (n >> bits > 0)
        bits++;
    return bits;
}

/* About the logarithm of how rare an item is in what was seen of the text. */
static unsigned weight(const struct engine_scan *s, uint32_t item)
{
    return bits_of(s->symbols_seen) - bits_of(s->items_seen[item]);
}

uint32_t sliced_rarest(const struct engine_scan *s, const uint32_t *items, uint32_t n,
                       uint32_t rows)
{
    uint64_t sum = 0, best = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += weight(s, items[i]);
        if (i >= rows)
            sum -= weight(s, items[i - rows]);
        if (i + 1 >= rows && sum >= best) {
            best = sum;
            first = i + 1 - rows;
        }
    }
    return first;
}

void sliced_sample(struct engine_scan *s)
{
    const uint32_t *bytes = alphabet_bytes(s->a), *items;
    size_t n = s->own.end - s->own.lead;
    size_t step = n / (s->symbols_seen == 0 ? FIRST_SAMPLE : SAMPLE) + 1;
    for (size_t i = 0; i < n; i += step) {
        uint32_t y = chunk_symbol(s->c, bytes, s->own.lead + i);
        for (size_t j = alphabet_items(s->a, y, &items); j-- > 0;)
            s->items_seen[items[j]]++;
        s->symbols_seen++;
    }
}

/*
 * Each error costs a part the item it spares, and what it takes to say where it is and of which
 * kind; the rest of what its items tell must make it rare.
 */
uint32_t sliced_first_rows(uint32_t m, uint32_t k, uint64_t bits)
{
    uint64_t pieces = (uint64_t)k + 1;
    for (uint64_t rows = pieces; rows < m - m / 8; rows++)
        if (rows * bits >= RARE_BITS + k * (bits + bits_of(8 * rows / pieces)))
            return (uint32_t)rows;
    return m;
}

/* About how many bits an item of the pattern tells. */
static unsigned mean_weight(const struct engine_scan *s, const struct pattern *p)
{
    uint64_t sum = 0;
    assert(p->m > 0);
    for (uint32_t i = 0; i < p->m; i++)
        sum += weight(s, p->items[i]);
    return (unsigned)(sum / p->m);
}

void sliced_allow(const struct engine_scan *s, struct sliced_rows *w)
{
    size_t share = affordable(s, w);
    w->candidates_most += share;
    if (w->candidates_most > SAVED * share)
        w->candidates_most = SAVED * share;
    w->candidates = 0;
    w->last = SIZE_MAX;
}

void sliced_choose(struct engine_scan *s, struct sliced_rows *w, bool whole)
{
    uint32_t m = s->q->patterns[w->pattern].m, first = w->first, rows = w->rows;
    if (w->chosen == 0 || w->chosen_limit != w->limit) {
        w->chosen = sliced_first_rows(m, w->limit, mean_weight(s, &s->q->patterns[w->pattern]));
        w->chosen_limit = w->limit;
        w->too_few = 0;
    }
    if (w->chosen > m - m / 8)
        w->chosen = m;
    w->rows = whole ? m : w->chosen;
    if (w->rows != rows)
        w->first = sliced_rarest(s, s->q->patterns[w->pattern].items, m, w->rows);
    w->rising = s->q->rising && !sliced_partial(s, w);
    s->recode |= w->first != first || w->rows != rows;
}

/* What the part of w tells of how many rows it should have. */
static void learn_rows(struct sliced_rows *w)
{
    uint32_t fewer = w->rows - w->rows / 8 - 1;
    if (w->dropped) {
        w->too_few = w->rows;
        w->chosen = w->rows + w->rows / 4 + 2;
        w->calm = 0;
        return;
    }
    if (++w->calm % PATIENCE == 0)
        w->too_few = 0;
    if (w->candidates <= w->candidates_most / 8 && fewer > w->too_few &&
        fewer >= LEAST_ROWS + 2 * w->limit)
        w->chosen = fewer;
}

void sliced_learn(struct engine_scan *s, struct sliced_rows *w)
{
    w->candidates_most -= w->dropped ? w->candidates_most : w->candidates;
    if (w->by_pieces)
        sliced_learn_pieces(s, w);
    else if (w->rows == w->chosen) /* or else the whole, because the part was dropped */
        learn_rows(w);
}

#include "filter/verify_seed.h"

#include <assert.h>
#include <string.h>

#include "base/inline.h"
#include "cells/metric_step.h"
#include "plan/costs.h"

enum { DRIFT_MOST = 12 /* beyond this, nearly all codes are found somewhere */ };

/* Returns the greatest distance of codes from their places without errors. */
static uint32_t drift_of(const struct verify_seed *x, const struct seed *p)
{
    return x->q->metric == METRIC_HAMMING ? 0 : p->limit;
}

/* Returns whether enough codes are found nearby. */
static bool has_enough_codes(const struct verify_seed *x, const struct seed *p)
{
    enum { MOST = QGRAM_ROWS + 2 * DRIFT_MOST };
    const struct qgram_covered *v = &x->cover->covered[p->covered];
    const unsigned char *codes = x->cover->codes_of + v->codes + p->first;
    unsigned char room[MOST] = {0};
    uint32_t drift = drift_of(x, p),
             limit = p->limit + v->sets; /* an item with several codes counts as found */
    ptrdiff_t from = p->at - (ptrdiff_t)drift, to = p->at + QGRAM_ROWS + (ptrdiff_t)drift;
    ptrdiff_t lead = (ptrdiff_t)x->own.lead, end = (ptrdiff_t)x->own.end;
    if (drift > DRIFT_MOST || limit >= p->n)
        return true;
    if (from >= lead && to <= end)
        return x->kernel->likely(codes, p->n, x->text + p->at, drift, limit);
    ptrdiff_t first = from < lead ? lead : from, last = to < end ? to : end;
    if (first < last)
        memcpy(room + (first - from), x->text + first, (size_t)(last - first));
    return x->kernel->likely(codes, p->n, room + drift, drift, limit);
}

/* Returns whether each row has the code of the text: the distance may be 0. */
static bool has_all_codes(const struct verify_seed *x, const struct seed *p)
{
    const struct qgram_covered *v = &x->cover->covered[p->covered];
    const uint32_t *items = x->q->patterns[v->number].items + p->first;
    const unsigned char *text = x->text + p->at;
    if (p->at < (ptrdiff_t)x->own.lead || p->at + (ptrdiff_t)p->n > (ptrdiff_t)x->own.end)
        return false;
    if (!x->codes->sets)
        return memcmp(text, x->cover->codes_of + v->codes + p->first, p->n) == 0;
    uint32_t i = 0;
    while (i < p->n && qgram_codes_match(x->codes, items[i], text[i]))
        i++;
    return i == p->n;
}

/* Sets, or clears, the rows that each code matches. */
static void set_rows(struct verify_seed *x, const struct seed *p, bool set)
{
    const struct qgram_covered *v = &x->cover->covered[p->covered];
    const unsigned char *codes = x->cover->codes_of + v->codes + p->first;
    const uint32_t *items = x->q->patterns[v->number].items + p->first;
    for (uint32_t i = 0; i < p->n && !x->codes->sets; i++)
        x->eq[codes[i]] = set ? x->eq[codes[i]] | UINT64_C(1) << i : 0;
    for (uint32_t i = 0; i < p->n && x->codes->sets; i++)
        for (unsigned code = qgram_codes_next(x->codes, items[i], 1); code < QGRAM_CODES;
             code = qgram_codes_next(x->codes, items[i], code + 1))
            x->eq[code] = set ? x->eq[code] | UINT64_C(1) << i : 0;
}

/*
 * Returns whether the rows have a distance within the limit somewhere in text[from, to). Treats
 * delimiters as ordinary codes, which never makes a distance greater.
 */
INLINE bool near_by(enum metric metric, const struct verify_seed *x, size_t from, size_t to,
                    uint32_t n, uint32_t limit)
{
    struct bitvector v = BITVECTOR_START;
    struct before before = BEFORE_NONE;
    uint32_t score = n, least = n;
    assert(n > 0 && n <= QGRAM_ROWS);
    for (size_t i = from; i < to; i++) {
        struct edge last =
            edge_of(metric_step(metric, &v, &before, x->eq[x->text[i]], (struct edge){0}), n - 1);
        score += (uint32_t)last.p - (uint32_t)last.m;
        least = score < least ? score : least;
    }
    return least <= limit;
}

/* Uses METRIC_LEVENSHTEIN for METRIC_INDEL, because it is a lower bound. */
bool verify_seed_is(struct verify_seed *x, const struct seed *p)
{
    uint32_t drift = drift_of(x, p);
    ptrdiff_t from = p->at - (ptrdiff_t)drift, to = p->at + (ptrdiff_t)p->n + (ptrdiff_t)drift;
    ptrdiff_t lead = (ptrdiff_t)x->own.lead, end = (ptrdiff_t)x->own.end;
    if (p->limit == 0)
        return has_all_codes(x, p);
    if (!has_enough_codes(x, p))
        return false;
    if (x->q->metric == METRIC_HAMMING)
        return true;
    from = from < lead ? lead : from;
    to = to < end ? to : end;
    if (from >= to)
        return p->limit >= p->n;
    x->spent += COST_GRAM_COLUMN * (float)(to - from);
    set_rows(x, p, true);
    bool near = x->q->metric == METRIC_OSA
                    ? near_by(METRIC_OSA, x, (size_t)from, (size_t)to, p->n, p->limit)
                    : near_by(METRIC_LEVENSHTEIN, x, (size_t)from, (size_t)to, p->n, p->limit);
    set_rows(x, p, false);
    return near;
}

/* Lanes. */

bool verify_seed_waits(const struct verify_seed *x, const struct seed *p)
{
    const struct qgram_cover *c = x->cover;
    return c->rows != NULL && x->q->metric != METRIC_HAMMING && p->limit > 0 &&
           p->limit <= DRIFT_MOST && c->covered[p->covered].m <= QGRAM_ROWS &&
           p->at >= (ptrdiff_t)x->own.lead + (ptrdiff_t)p->limit &&
           p->at - (ptrdiff_t)p->limit + QGRAM_ROWS + 2 * DRIFT_MOST <= (ptrdiff_t)x->own.end;
}

bool verify_seed_add(struct verify_seed *x, const struct seed *p)
{
    x->waiting[x->nwaiting++] = *p;
    return x->nwaiting == GRAM_LANES;
}

/* Unused lanes repeat the first one. */
unsigned verify_seed_compare(struct verify_seed *x)
{
    struct gram_lanes lanes;
    uint32_t least[GRAM_LANES];
    unsigned columns = 0, left = 0, n = x->nwaiting;
    for (unsigned i = 0; i < GRAM_LANES && n > 0; i++) {
        const struct seed *p = &x->waiting[i < n ? i : 0];
        lanes.rows[i] = x->cover->rows[p->covered];
        lanes.text[i] = x->text + p->at - p->limit;
        lanes.n[i] = p->n;
        columns = p->n + 2 * p->limit > columns ? p->n + 2 * p->limit : columns;
    }
    if (n > 0)
        x->kernel->distances(&lanes, x->q->metric == METRIC_OSA, columns, least);
    x->spent += COST_GRAM_LANE_COLUMN * (float)(n * columns);
    for (unsigned i = 0; i < n; i++)
        if (least[i] <= x->waiting[i].limit)
            x->waiting[left++] = x->waiting[i];
    x->nwaiting = 0;
    return left;
}

#include "match/sweep.h"

#include <stdlib.h>

#include "base/xalloc.h"

void sweep_open(struct sweep *s, const struct query *q, struct finder *finder)
{
    *s = (struct sweep){
        .q = q, .finder = finder, .best.distance = UINT32_MAX, .nearest = UINT32_MAX};
    s->pending = xcalloc(q->npatterns, sizeof *s->pending);
    s->touched = xcalloc(q->npatterns, sizeof *s->touched);
}

void sweep_close(struct sweep *s)
{
    sweep_clear(s);
    for (size_t p = 0; p < s->q->npatterns; p++)
        free(s->pending[p].above);
    free(s->pending);
    free(s->touched);
    free(s->reported);
}

/* Copies MATCHED out of the chunk. */
static void detach(struct occurrence *o)
{
    if (o->match == NULL || o->owned != 0)
        return;
    o->match = xmemdup(o->match, (size_t)(o->match_end - o->match_start));
    o->owned = 1;
}

void sweep_release(struct occurrence *o)
{
    if (o->owned != 0)
        free(o->match);
    o->owned = 0;
    o->match = NULL;
}

static int by_place(const void *a, const void *b)
{
    const struct occurrence *x = a, *y = b;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->pattern < y->pattern ? -1 : x->pattern > y->pattern;
}

static bool nearer(const struct occurrence *a, const struct occurrence *b)
{
    return a->distance != b->distance ? a->distance < b->distance : by_place(a, b) < 0;
}

static void drop_pending(struct pending *h)
{
    if (h->active)
        sweep_release(&h->candidate.o);
    h->active = false;
}

void sweep_drop(struct sweep *s, uint32_t pattern)
{
    drop_pending(&s->pending[pattern]);
}

/* Returns the pending candidate of a pattern for k = d; the only one unless by_distance. */
static struct pending *pending_for(struct pending *h, uint32_t d)
{
    return d == 0 ? h : &h->above[d - 1];
}

/* Returns whether the pending candidate is another k's: its distance is less than this one. */
static bool is_other(const struct sweep *s, const struct pending *h)
{
    const struct occurrence *o = &h->candidate.o;
    return s->by_distance && h != pending_for(&s->pending[o->pattern], o->distance);
}

/* Returns whether a pending candidate is not the best occurrence, and no other is needed. */
static bool is_farther(const struct sweep *s, const struct occurrence *o)
{
    bool behind = o->distance == s->best.distance && o->end > s->best.end;
    return s->best_only && (o->distance > s->nearest || behind);
}

static void report_candidate(struct sweep *s, struct pending *h)
{
    struct occurrence *o = &h->candidate.o;
    if (is_other(s, h) || is_farther(s, o)) {
        drop_pending(h);
        return;
    }
    candidate_settle(s->finder, &h->candidate);
    if (nearer(o, &s->best)) {
        s->best = *o;
        s->best.match = NULL;
        s->best.owned = 0;
    }
    if (s->best_only) {
        sweep_release(o);
    } else {
        xgrow(&s->reported, &s->capacity, s->nreported + 1, sizeof *s->reported);
        s->reported[s->nreported++] = *o;
    }
    h->active = false;
}

/* Finds the start of a candidate, and copies it to the same candidate for other k. */
static void find_start(struct sweep *s, struct candidate *t)
{
    struct pending *h = &s->pending[t->o.pattern];
    if (t->started)
        return;
    candidate_start(s->finder, t);
    for (uint32_t d = 0; d <= h->nabove; d++) {
        struct pending *x = pending_for(h, d);
        if (!x->active || x->candidate.started || x->candidate.o.end != t->o.end)
            continue;
        x->candidate.started = true;
        x->candidate.start_symbol = t->start_symbol;
        x->candidate.o.start = t->o.start;
    }
}

/* Returns whether c.start < pending.end. Often the end of c decides: its least number of characters
 * is known, and each has at least one byte. */
static bool overlaps(struct sweep *s, const struct candidate *pending, struct candidate *c)
{
    const struct pattern *p = &s->q->patterns[c->o.pattern];
    uint64_t shortest = pattern_shortest(p, s->q->metric, c->o.distance);
    if (!c->started && c->o.end - shortest < pending->o.end)
        return true;
    find_start(s, c);
    return c->o.start < pending->o.end;
}

static bool same_start(struct sweep *s, struct candidate *pending, struct candidate *c)
{
    find_start(s, pending);
    find_start(s, c);
    return pending->o.start == c->o.start;
}

/* Takes a candidate of one pattern and k. */
static void add_candidate(struct sweep *s, struct pending *h, struct candidate *c)
{
    struct candidate *pending = &h->candidate;
    if (h->active) {
        if (!overlaps(s, pending, c))
            report_candidate(s, h);
        else if (c->o.distance > pending->o.distance ||
                 (c->o.distance == pending->o.distance && !same_start(s, pending, c)))
            return;
        else
            drop_pending(h);
    }
    if (sweep_hopeless(s, c->o.pattern, c->o.distance))
        return;
    *pending = *c;
    h->active = true;
    s->nearest = c->o.distance < s->nearest ? c->o.distance : s->nearest;
}

/* Adds sweeps for k up to `most`, as copies of the last one, which they equal so far. */
static void add_sweeps(struct pending *h, uint32_t most)
{
    size_t had = h->nabove;
    xgrow(&h->above, &h->capacity, most, sizeof *h->above);
    for (size_t d = had + 1; d <= most; d++) {
        struct pending *to = &h->above[d - 1];
        const struct pending *from = pending_for(h, (uint32_t)had);
        *to = (struct pending){.candidate = from->candidate, .active = from->active};
        if (to->active) { /* its MATCHED, if it has any, was copied from a chunk */
            to->candidate.o.owned = 0;
            detach(&to->candidate.o);
        }
    }
    h->nabove = most;
}

void sweep_add(struct sweep *s, struct candidate *c)
{
    struct pending *h = &s->pending[c->o.pattern];
    if (!h->touched)
        s->touched[s->ntouched++] = c->o.pattern;
    h->touched = true;
    /* by_distance: the sweeps for each k from its distance on; is_other() chooses what is
     * reported */
    uint32_t d = s->by_distance ? c->o.distance : 0;
    if (d > h->nabove)
        add_sweeps(h, d);
    for (; d <= h->nabove; d++)
        add_candidate(s, pending_for(h, d), c);
}

/*
 * Whether a candidate that ends at or behind `until` could still replace the pending one, o. It
 * would have to begin before o ends, and it has at most m + k characters, of at most 4 bytes each.
 * With m = 5, k = 1 and UTF-8, o is final when all hits up to 24 bytes behind it are in.
 */
static bool may_change(const struct sweep *s, const struct occurrence *o, uint64_t until)
{
    const struct pattern *p = &s->q->patterns[o->pattern];
    uint64_t reach = pattern_longest(p, s->q->metric, p->k) * (s->q->utf8 ? 4 : 1);
    return o->end + reach >= until;
}

/* A position among the pending candidates of the record: of touched[i], for k = d. */
struct pending_place {
    size_t i;
    uint32_t d;
};

/* Returns the next pending candidate from there on, and sets the position behind it. NULL: none. */
static inline struct pending *next_pending(const struct sweep *s, struct pending_place *at)
{
    for (; at->i < s->ntouched; at->i++, at->d = 0) {
        struct pending *all = &s->pending[s->touched[at->i]];
        while (at->d <= all->nabove) {
            struct pending *h = pending_for(all, at->d++);
            if (h->active)
                return h;
        }
    }
    return NULL;
}

void sweep_report(struct sweep *s, uint64_t until, bool closed)
{
    struct pending *h;
    for (struct pending_place at = {0}; (h = next_pending(s, &at)) != NULL;)
        if (closed || !may_change(s, &h->candidate.o, until))
            report_candidate(s, h);
}

static bool in_order(const struct occurrence *v, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (by_place(&v[i - 1], &v[i]) > 0)
            return false;
    return true;
}

size_t sweep_sort(struct sweep *s, uint64_t until, bool closed)
{
    const struct pending *h;
    if (!in_order(s->reported, s->nreported))
        qsort(s->reported, s->nreported, sizeof *s->reported, by_place);
    if (closed)
        return s->nreported;
    for (struct pending_place at = {0}; (h = next_pending(s, &at)) != NULL;)
        if (h->candidate.o.end < until)
            until = h->candidate.o.end;
    size_t n = 0;
    while (n < s->nreported && s->reported[n].end < until)
        n++;
    return n;
}

void sweep_settle(struct sweep *s, size_t from)
{
    struct pending *h;
    for (struct pending_place at = {0}; (h = next_pending(s, &at)) != NULL;) {
        find_start(s, &h->candidate);
        if (is_other(s, h))
            continue; /* only its position is still needed */
        candidate_settle(s->finder, &h->candidate);
        detach(&h->candidate.o);
    }
    for (size_t i = from; i < s->nreported; i++)
        detach(&s->reported[i]);
}

void sweep_clear(struct sweep *s)
{
    for (size_t i = 0; i < s->ntouched; i++) {
        struct pending *h = &s->pending[s->touched[i]];
        for (uint32_t d = 0; d <= h->nabove; d++)
            drop_pending(pending_for(h, d));
        h->touched = false;
        h->nabove = 0;
    }
    for (size_t i = 0; i < s->nreported; i++)
        sweep_release(&s->reported[i]);
    s->ntouched = s->nreported = 0;
    s->best.distance = s->nearest = UINT32_MAX;
}

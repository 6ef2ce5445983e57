#include "match/resolve.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum { FULL = 4096 }; /* number of waiting occurrences at which the certain ones are reported */

/* A pattern's pending candidate, which may still be replaced, and its counts. */
struct held {
    struct candidate candidate;
    bool active;      /* there is one */
    uint64_t counted; /* wants.most: occurrences counted in earlier records; strand + counts both
                         strands */
    uint64_t found;   /* occurrences in this record */
    bool touched;     /* the pattern is in `touched` */
    uint32_t least;   /* RESOLVE_NARROW, for strand +: the least distance of both strands in this
                         record; UINT32_MAX: none */
    /* RESOLVE_DISTANCES: this struct is the sweep for k = 0; these are for k = 1, 2, ... up to the
     * greatest distance of a candidate in this record. */
    struct held *above;
    size_t nabove, capacity;
};

struct resolve {
    const struct query *q;
    struct finder *finder;
    struct resolve_wants wants;
    uint32_t level;
    const struct distance_bounds *bests; /* or NULL */

    const struct chunk *c;
    bool selected; /* the current record has an occurrence */

    struct held *held; /* [pattern] */
    uint32_t *touched; /* patterns that have or had a candidate in this record */
    size_t ntouched;
    struct occurrence *reported;
    size_t nreported, reported_capacity;
    size_t taken;            /* the first `taken` of them have been taken */
    size_t full;             /* number of others at which resolve_full() is true */
    struct occurrences all;  /* RESOLVE_ALL: serialized so far */
    struct occurrences near; /* those among `all` that are as near as their patterns' nearest */
    bool narrowed;           /* some in `all` may not be */
    struct occurrence best;  /* its distance is UINT32_MAX: none */
};

struct resolve *resolve_open(const struct query *q, const struct alphabet *a,
                             struct resolve_wants wants)
{
    struct resolve *r = xcalloc(1, sizeof *r);
    r->q = q;
    r->wants = wants;
    r->level = r->best.distance = UINT32_MAX;
    r->full = FULL;
    r->all = r->near = OCCURRENCES_INIT;
    r->finder = finder_open(q, a, wants.candidate);
    r->held = xcalloc(q->npatterns, sizeof *r->held);
    for (size_t p = 0; p < q->npatterns; p++)
        r->held[p].least = UINT32_MAX;
    r->touched = xcalloc(q->npatterns, sizeof *r->touched);
    return r;
}

void resolve_close(struct resolve *r)
{
    resolve_clear(r);
    finder_close(r->finder);
    for (size_t p = 0; p < r->q->npatterns; p++)
        free(r->held[p].above);
    free(r->held);
    free(r->touched);
    free(r->reported);
    occurrences_free(&r->all);
    occurrences_free(&r->near);
    free(r);
}

void resolve_bound(struct resolve *r, const struct distance_bounds *bests)
{
    if (r->wants.scope != RESOLVE_LEVEL)
        r->bests = bests;
}

/* Returns the struct with a pattern's counts. */
static struct held *count_of(const struct resolve *r, uint32_t p)
{
    return &r->held[r->q->patterns[p].index];
}

void resolve_tell(const struct resolve *r, struct distance_bounds *bests)
{
    for (size_t i = 0; i < r->ntouched; i++)
        distance_bounds_lower_one(bests, r->q->patterns[r->touched[i]].index,
                                  count_of(r, r->touched[i])->least);
}

uint32_t resolve_level(const struct resolve *r)
{
    return r->level;
}

void resolve_set_level(struct resolve *r, uint32_t level)
{
    resolve_clear(r);
    r->level = level;
}

void resolve_input(struct resolve *r)
{
    resolve_clear(r);
    finder_input(r->finder);
}

void resolve_chunk(struct resolve *r, const struct chunk *c)
{
    r->c = c;
    finder_chunk(r->finder, c);
}

void resolve_record(struct resolve *r, uint64_t offset)
{
    finder_record(r->finder, offset);
}

/* Returns the greatest distance that is admitted for pattern p now. */
static uint32_t admitted(const struct resolve *r, uint32_t p)
{
    uint32_t k = r->q->patterns[p].k, bound = r->level;
    if (r->wants.scope == RESOLVE_NARROW)
        bound = count_of(r, p)->least;
    if (r->bests != NULL)
        k = distance_bounds_limit(r->bests, &r->q->patterns[p]);
    return k < bound ? k : bound;
}

/* Copies MATCHED out of the chunk. */
static void detach(struct occurrence *o)
{
    if (o->match == NULL || o->owned)
        return;
    o->match = xmemdup(o->match, (size_t)(o->match_end - o->match_start));
    o->owned = true;
}

static void release_occurrence(struct occurrence *o)
{
    if (o->owned)
        free(o->match);
    o->owned = false;
    o->match = NULL;
}

/* The sweep: among overlapping candidates of a pattern, the nearest stays. */

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

static void drop_pending(struct held *h)
{
    if (h->active)
        release_occurrence(&h->candidate.o);
    h->active = false;
}

/* Returns the sweep of a pattern for k = d; the only one unless RESOLVE_DISTANCES. */
static struct held *held_for(struct held *h, uint32_t d)
{
    return d == 0 ? h : &h->above[d - 1];
}

/* Returns whether the pending candidate belongs to another sweep: its distance is less than this
 * sweep's k. */
static bool is_other(const struct resolve *r, const struct held *h)
{
    const struct occurrence *o = &h->candidate.o;
    return r->wants.scope == RESOLVE_DISTANCES && h != held_for(&r->held[o->pattern], o->distance);
}

/* Returns whether the pattern has reached wants.most. */
static bool is_exhausted(const struct resolve *r, uint32_t p)
{
    const struct held *h = count_of(r, p);
    uint64_t found = r->wants.of_records ? 0 : h->found;
    return r->wants.most > 0 && h->counted + found >= r->wants.most;
}

void resolve_commit(struct resolve *r)
{
    for (size_t i = 0; i < r->ntouched; i++) {
        struct held *h = count_of(r, r->touched[i]);
        h->counted += r->wants.of_records ? h->found > 0 : h->found;
        h->found = 0;
    }
}

/* Removes the occurrences beyond wants.most from the first n reported ones. Returns how many
 * stay. */
static size_t drop_exhausted(struct resolve *r, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (is_exhausted(r, r->reported[i].pattern)) {
            release_occurrence(&r->reported[i]);
            continue;
        }
        count_of(r, r->reported[i].pattern)->found++;
        r->reported[kept++] = r->reported[i];
    }
    memmove(r->reported + kept, r->reported + n, (r->nreported - n) * sizeof *r->reported);
    r->nreported -= n - kept;
    return kept;
}

static void report_candidate(struct resolve *r, struct held *h)
{
    struct occurrence *o = &h->candidate.o;
    if (is_other(r, h)) {
        drop_pending(h);
        return;
    }
    candidate_settle(r->finder, &h->candidate);
    if (nearer(o, &r->best)) {
        r->best = *o;
        r->best.match = NULL;
        r->best.owned = false;
    }
    if (r->wants.detail >= RESOLVE_ALL) {
        xgrow(&r->reported, &r->reported_capacity, r->nreported + 1, sizeof *r->reported);
        r->reported[r->nreported++] = *o;
    } else {
        release_occurrence(o);
    }
    h->active = false;
}

/* Finds the start of a candidate, and copies it to the same candidate in other sweeps. */
static void find_start(struct resolve *r, struct candidate *t)
{
    struct held *h = &r->held[t->o.pattern];
    if (t->started)
        return;
    candidate_start(r->finder, t);
    for (uint32_t d = 0; d <= h->nabove; d++) {
        struct held *x = held_for(h, d);
        if (!x->active || x->candidate.started || x->candidate.o.end != t->o.end)
            continue;
        x->candidate.started = true;
        x->candidate.start_symbol = t->start_symbol;
        x->candidate.o.start = t->o.start;
    }
}

/* Returns whether c.start < pending.end. Often the end of c decides: its least number of characters
 * is known, and each has at least one byte. */
static bool overlaps(struct resolve *r, const struct candidate *pending, struct candidate *c)
{
    const struct pattern *p = &r->q->patterns[c->o.pattern];
    uint64_t shortest = pattern_shortest(p, r->q->metric, c->o.distance);
    if (!c->started && c->o.end - shortest < pending->o.end)
        return true;
    find_start(r, c);
    return c->o.start < pending->o.end;
}

static bool same_start(struct resolve *r, struct candidate *pending, struct candidate *c)
{
    find_start(r, pending);
    find_start(r, c);
    return pending->o.start == c->o.start;
}

/*
 * RESOLVE_BEST: returns whether a reported occurrence that ends before the candidate is at least as
 * near. Then the candidate is not the best, and can be dropped: a candidate that it would exclude
 * is no nearer.
 */
static bool hopeless(const struct resolve *r, uint32_t distance, uint64_t end)
{
    return r->wants.detail == RESOLVE_BEST && distance >= r->best.distance && end > r->best.end;
}

/* Takes a candidate into the sweep `h` of its pattern. */
static void sweep(struct resolve *r, struct held *h, struct candidate *c)
{
    struct candidate *pending = &h->candidate;
    if (h->active) {
        if (!overlaps(r, pending, c))
            report_candidate(r, h);
        else if (c->o.distance > pending->o.distance ||
                 (c->o.distance == pending->o.distance && !same_start(r, pending, c)))
            return;
        else
            drop_pending(h);
    }
    if (hopeless(r, c->o.distance, c->o.end))
        return;
    *pending = *c;
    h->active = true;
}

/* Adds sweeps, as copies of the last one, which they equal so far. */
static void add_sweeps(struct held *h, uint32_t most)
{
    size_t had = h->nabove;
    xgrow(&h->above, &h->capacity, most, sizeof *h->above);
    for (size_t d = had + 1; d <= most; d++) {
        struct held *to = &h->above[d - 1];
        const struct held *from = held_for(h, (uint32_t)had);
        *to = (struct held){.candidate = from->candidate, .active = from->active};
        if (to->active && to->candidate.o.owned) {
            to->candidate.o.owned = false;
            detach(&to->candidate.o);
        }
    }
    h->nabove = most;
}

/* Takes a candidate into the sweeps for each k from its distance on. Each sweep reports only
 * candidates whose distance is its k: see is_other(). */
static void sweep_all(struct resolve *r, struct candidate *c)
{
    struct held *h = &r->held[c->o.pattern];
    if (c->o.distance > h->nabove)
        add_sweeps(h, c->o.distance);
    for (uint32_t d = c->o.distance; d <= h->nabove; d++)
        sweep(r, held_for(h, d), c);
}

/* RESOLVE_NARROW: lowers the admitted distance of the candidate's pattern, on both strands, to the
 * candidate's. */
static void lower_limit(struct resolve *r, const struct candidate *c)
{
    uint32_t *least = &count_of(r, c->o.pattern)->least, plus = r->q->patterns[c->o.pattern].index;
    if (c->o.distance >= *least)
        return;
    r->narrowed = r->narrowed || *least < UINT32_MAX;
    *least = c->o.distance;
    drop_pending(&r->held[plus]);
    if (plus + 1 < r->q->npatterns && r->q->patterns[plus + 1].reverse)
        drop_pending(&r->held[plus + 1]);
}

static void take_candidate(struct resolve *r, struct candidate *c)
{
    if (!r->held[c->o.pattern].touched)
        r->touched[r->ntouched++] = c->o.pattern;
    r->held[c->o.pattern].touched = true;
    if (r->wants.scope == RESOLVE_NARROW)
        lower_limit(r, c);
    if (r->wants.scope == RESOLVE_DISTANCES)
        sweep_all(r, c);
    else
        sweep(r, &r->held[c->o.pattern], c);
}

bool resolve_selected(const struct resolve *r)
{
    return r->selected;
}

/* Order. */

/*
 * Whether a candidate that ends at or behind `until` could still replace the pending one, o. It
 * would have to begin before o ends, and it has at most m + k characters, of at most 4 bytes each.
 * With m = 5, k = 1 and UTF-8, o is final when all hits up to 24 bytes behind it are in.
 */
static bool may_change(const struct resolve *r, const struct occurrence *o, uint64_t until)
{
    const struct pattern *p = &r->q->patterns[o->pattern];
    uint64_t reach = pattern_longest(p, r->q->metric, p->k) * (r->q->utf8 ? 4 : 1);
    return o->end + reach >= until;
}

/* Reports the pending candidates that can no longer change, with `closed` all of them. */
static void report_held(struct resolve *r, uint64_t until, bool closed)
{
    for (size_t i = 0; i < r->ntouched; i++)
        for (uint32_t d = 0; d <= r->held[r->touched[i]].nabove; d++) {
            struct held *h = held_for(&r->held[r->touched[i]], d);
            if (h->active && (closed || !may_change(r, &h->candidate.o, until)))
                report_candidate(r, h);
        }
}

/* Returns how many of the sorted reported occurrences come before all later ones. */
static size_t certain(const struct resolve *r, uint64_t until)
{
    for (size_t i = 0; i < r->ntouched; i++)
        for (uint32_t d = 0; d <= r->held[r->touched[i]].nabove; d++) {
            const struct held *h = held_for(&r->held[r->touched[i]], d);
            if (h->active && h->candidate.o.end < until)
                until = h->candidate.o.end;
        }
    size_t n = 0;
    while (n < r->nreported && r->reported[n].end < until)
        n++;
    return n;
}

static bool in_order(const struct occurrence *v, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (by_place(&v[i - 1], &v[i]) > 0)
            return false;
    return true;
}

struct occurrence *resolve_take(struct resolve *r, uint64_t until, bool closed, size_t *n)
{
    for (size_t i = 0; i < r->taken; i++)
        release_occurrence(&r->reported[i]);
    r->nreported -= r->taken;
    if (r->taken > 0)
        memmove(r->reported, r->reported + r->taken, r->nreported * sizeof *r->reported);
    r->taken = 0;
    report_held(r, until, closed);
    if (!in_order(r->reported, r->nreported))
        qsort(r->reported, r->nreported, sizeof *r->reported, by_place);
    r->taken = closed ? r->nreported : certain(r, until);
    if (r->wants.most > 0 && r->taken > 0)
        r->taken = drop_exhausted(r, r->taken);
    r->full = FULL + 2 * (r->nreported - r->taken);
    *n = r->taken;
    return r->reported;
}

bool resolve_full(const struct resolve *r)
{
    return r->nreported - r->taken >= r->full;
}

/* Serializes certain occurrences to r->all, which saves memory. */
static void put_away(struct resolve *r, uint64_t until, bool closed)
{
    size_t n;
    const struct occurrence *v = resolve_take(r, until, closed, &n);
    for (size_t i = 0; i < n; i++)
        occurrences_add(&r->all, &v[i]);
}

/* RESOLVE_NARROW: removes occurrences that are farther than their pattern's nearest. */
static struct occurrences *nearest(struct resolve *r)
{
    struct occurrence_reader reader;
    struct record all = {.occurrences = &r->all, .noccurrences = r->all.n};
    occurrences_clear(&r->near);
    occurrence_first(&reader, &all);
    while (occurrence_next(&reader))
        if (reader.o.distance <= count_of(r, reader.o.pattern)->least)
            occurrences_add(&r->near, &reader.o);
    return &r->near;
}

struct occurrences *resolve_all(struct resolve *r)
{
    put_away(r, 0, true);
    return r->narrowed ? nearest(r) : &r->all;
}

/* Initializes only the fields that are used before the start is known, because clearing a whole
 * candidate for each hit is slow. */
static void init_candidate(struct candidate *c, const struct hit *hit, uint64_t end)
{
    c->started = c->settled = false;
    c->end_symbol = hit->end;
    c->o.end = end;
    c->o.distance = hit->distance;
    c->o.pattern = hit->pattern;
    c->o.match = NULL;
    c->o.owned = false;
    c->o.line = c->o.column = 0;
}

void resolve_hit(struct resolve *r, const struct hit *hit, size_t end)
{
    uint32_t d = admitted(r, hit->pattern);
    uint64_t offset = r->c->equality == NULL ? r->c->offset + end : chunk_position(r->c, hit->end);
    bool ignored = r->wants.detail == RESOLVE_ANY
                       ? r->selected && !r->q->best
                       : !r->held[hit->pattern].active && hopeless(r, hit->distance, offset);
    if (hit->distance > d || ignored || is_exhausted(r, hit->pattern))
        return;
    if (r->wants.detail == RESOLVE_ALL && resolve_full(r))
        put_away(r, offset, false);
    struct candidate c;
    init_candidate(&c, hit, offset);
    if (r->q->line ? !candidate_line(r->finder, &c, d)
                   : r->q->word && !candidate_word(r->finder, &c, d))
        return;
    if (r->q->patterns[hit->pattern].overhang.inside > 0 && !candidate_hanging(r->finder, &c))
        return;
    if (r->wants.detail != RESOLVE_ANY && r->q->patterns[hit->pattern].automaton != NULL)
        candidate_track(r->finder, &c, d);
    if (r->q->best && r->wants.scope == RESOLVE_LEVEL && c.o.distance < r->level)
        resolve_set_level(r, c.o.distance);
    r->selected = true;
    if (r->wants.detail != RESOLVE_ANY)
        take_candidate(r, &c);
}

bool resolve_end(struct resolve *r, const struct occurrence **best)
{
    report_held(r, 0, true);
    *best = r->best.distance < UINT32_MAX ? &r->best : NULL;
    return r->selected;
}

void resolve_clear(struct resolve *r)
{
    for (size_t i = 0; i < r->ntouched; i++) {
        struct held *h = &r->held[r->touched[i]];
        for (uint32_t d = 0; d <= h->nabove; d++)
            drop_pending(held_for(h, d));
        h->touched = false;
        count_of(r, r->touched[i])->found = 0;
        count_of(r, r->touched[i])->least = UINT32_MAX;
        h->nabove = 0;
    }
    r->narrowed = false;
    for (size_t i = 0; i < r->nreported; i++)
        release_occurrence(&r->reported[i]);
    r->ntouched = r->nreported = r->taken = 0;
    r->full = FULL;
    occurrences_clear(&r->all);
    r->best.distance = UINT32_MAX;
    r->selected = false;
}

void resolve_settle(struct resolve *r)
{
    for (size_t i = 0; i < r->ntouched; i++) {
        struct held *all = &r->held[r->touched[i]];
        for (uint32_t d = 0; d <= all->nabove; d++) {
            struct held *h = held_for(all, d);
            if (!h->active)
                continue;
            find_start(r, &h->candidate);
            if (is_other(r, h))
                continue; /* only its position is still needed */
            candidate_settle(r->finder, &h->candidate);
            detach(&h->candidate.o);
        }
    }
    for (size_t i = r->taken; i < r->nreported; i++)
        detach(&r->reported[i]);
    finder_leave_chunk(r->finder);
}

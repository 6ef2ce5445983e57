#include "match/resolve.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "match/sweep.h"

enum { FULL = 4096 }; /* number of waiting occurrences at which the certain ones are reported */

/* The counts of a pattern, of both its strands. */
struct pattern_counts {
    uint64_t counted; /* wants.most: occurrences counted in earlier records */
    uint64_t found;   /* occurrences in this record */
    uint32_t least;   /* RESOLVE_NARROW: the least distance in this record; UINT32_MAX: none */
    uint32_t kept;    /* wants.first: the least distance in `all`; UINT32_MAX: none */
};

struct resolve {
    const struct query *q;
    struct finder *finder;
    struct resolve_wants wants;
    uint32_t level;
    const struct distance_bounds *bests; /* or NULL */

    const struct chunk *c;
    bool selected;     /* the current record has an occurrence */
    bool finds_starts; /* the starts of all candidates of automata are found, in order of their ends
                        */

    struct sweep sweep;
    struct pattern_counts *counts; /* [pattern] */
    size_t taken;                  /* the first `taken` reported ones have been taken */
    size_t full;                   /* number of others at which resolve_full() is true */
    struct occurrences all;        /* RESOLVE_ALL: serialized so far */
    struct occurrences near; /* those among `all` that are as near as their patterns' nearest */
    bool narrowed;           /* some in `all` may not be */
};

struct resolve *resolve_open(const struct query *q, const struct alphabet *a,
                             struct resolve_wants wants)
{
    struct resolve *r = xcalloc(1, sizeof *r);
    r->q = q;
    r->wants = wants;
    r->level = UINT32_MAX;
    r->full = FULL;
    r->all = r->near = OCCURRENCES_INIT;
    r->finder = finder_open(q, a, wants.candidate);
    sweep_open(&r->sweep, q, r->finder);
    r->sweep.best_only = wants.detail < RESOLVE_ALL;
    /* RESOLVE_BEST needs few starts, but goes back for them; without a greatest length, to the
     * record's begin. */
    r->finds_starts = wants.detail >= RESOLVE_ALL ||
                      (wants.detail == RESOLVE_BEST && q->overlap == OVERLAP_RECORD);
    r->sweep.by_distance = wants.scope == RESOLVE_DISTANCES;
    r->counts = xcalloc(q->npatterns, sizeof *r->counts);
    for (size_t p = 0; p < q->npatterns; p++)
        r->counts[p].least = r->counts[p].kept = UINT32_MAX;
    return r;
}

void resolve_close(struct resolve *r)
{
    sweep_close(&r->sweep);
    finder_close(r->finder);
    free(r->counts);
    occurrences_free(&r->all);
    occurrences_free(&r->near);
    free(r);
}

void resolve_bound(struct resolve *r, const struct distance_bounds *bests)
{
    if (r->wants.scope != RESOLVE_LEVEL)
        r->bests = bests;
}

static struct pattern_counts *counts_of(const struct resolve *r, uint32_t p)
{
    return &r->counts[r->q->patterns[p].index];
}

void resolve_tell(const struct resolve *r, struct distance_bounds *bests)
{
    for (size_t i = 0; i < r->sweep.ntouched; i++)
        distance_bounds_lower_one(bests, r->q->patterns[r->sweep.touched[i]].index,
                                  counts_of(r, r->sweep.touched[i])->least);
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

void resolve_expect(struct resolve *r, uint32_t distance)
{
    if (distance < r->sweep.nearest)
        r->sweep.nearest = distance;
}

/* Returns the greatest distance that is admitted for pattern p now. */
static uint32_t admitted(const struct resolve *r, uint32_t p)
{
    uint32_t k = r->q->patterns[p].k, bound = r->level;
    if (r->wants.scope == RESOLVE_NARROW)
        bound = counts_of(r, p)->least;
    if (r->bests != NULL)
        k = distance_bounds_limit(r->bests, &r->q->patterns[p]);
    return k < bound ? k : bound;
}

/* Returns whether the pattern has reached wants.most. */
static bool is_exhausted(const struct resolve *r, uint32_t p)
{
    const struct pattern_counts *h = counts_of(r, p);
    uint64_t found = r->wants.of_records ? 0 : h->found;
    return r->wants.most > 0 && h->counted + found >= r->wants.most;
}

void resolve_commit(struct resolve *r)
{
    for (size_t i = 0; i < r->sweep.ntouched; i++) {
        struct pattern_counts *h = counts_of(r, r->sweep.touched[i]);
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
        if (is_exhausted(r, r->sweep.reported[i].pattern)) {
            sweep_release(&r->sweep.reported[i]);
            continue;
        }
        counts_of(r, r->sweep.reported[i].pattern)->found++;
        r->sweep.reported[kept++] = r->sweep.reported[i];
    }
    memmove(r->sweep.reported + kept, r->sweep.reported + n,
            (r->sweep.nreported - n) * sizeof *r->sweep.reported);
    r->sweep.nreported -= n - kept;
    return kept;
}

/* RESOLVE_NARROW: lowers the admitted distance of the candidate's pattern, on both strands, to the
 * candidate's. */
static void lower_limit(struct resolve *r, const struct candidate *c)
{
    uint32_t *least = &counts_of(r, c->o.pattern)->least, plus = r->q->patterns[c->o.pattern].index;
    if (c->o.distance >= *least)
        return;
    r->narrowed = r->narrowed || *least < UINT32_MAX;
    *least = c->o.distance;
    sweep_drop(&r->sweep, plus);
    if (plus + 1 < r->q->npatterns && r->q->patterns[plus + 1].reverse)
        sweep_drop(&r->sweep, plus + 1);
}

bool resolve_selected(const struct resolve *r)
{
    return r->selected;
}

struct occurrence *resolve_take(struct resolve *r, uint64_t until, bool closed, size_t *n)
{
    for (size_t i = 0; i < r->taken; i++)
        sweep_release(&r->sweep.reported[i]);
    r->sweep.nreported -= r->taken;
    if (r->taken > 0)
        memmove(r->sweep.reported, r->sweep.reported + r->taken,
                r->sweep.nreported * sizeof *r->sweep.reported);
    r->taken = 0;
    sweep_report(&r->sweep, until, closed);
    r->taken = sweep_sort(&r->sweep, until, closed);
    if (r->wants.most > 0 && r->taken > 0)
        r->taken = drop_exhausted(r, r->taken);
    r->full = FULL + 2 * (r->sweep.nreported - r->taken);
    *n = r->taken;
    return r->sweep.reported;
}

bool resolve_full(const struct resolve *r)
{
    return r->sweep.nreported - r->taken >= r->full;
}

/* Serializes certain occurrences to r->all, which saves memory. */
static void put_away(struct resolve *r, uint64_t until, bool closed)
{
    size_t n;
    const struct occurrence *v = resolve_take(r, until, closed, &n);
    for (size_t i = 0; i < n; i++) {
        uint32_t *kept = &counts_of(r, v[i].pattern)->kept;
        if (r->wants.first && v[i].distance >= *kept)
            continue;
        *kept = v[i].distance;
        occurrences_add(&r->all, &v[i]);
    }
}

/* RESOLVE_NARROW: removes occurrences that are farther than their pattern's nearest. */
static struct occurrences *nearest(struct resolve *r)
{
    struct occurrence_reader reader;
    struct record all = {.occurrences = &r->all, .noccurrences = r->all.n};
    occurrences_clear(&r->near);
    occurrence_first(&reader, &all);
    while (occurrence_next(&reader))
        if (reader.o.distance <= counts_of(r, reader.o.pattern)->least)
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
    c->o.owned = 0;
    c->o.line = c->o.column = 0;
}

void resolve_hit(struct resolve *r, const struct hit *hit, size_t end)
{
    uint32_t d = admitted(r, hit->pattern);
    uint64_t offset =
        r->c->rules.folding == NULL ? r->c->origin.offset + end : chunk_position(r->c, hit->end);
    bool ignored = r->wants.detail == RESOLVE_ANY
                       ? r->selected && !r->q->best
                       : sweep_hopeless(&r->sweep, hit->pattern, hit->distance);
    if (hit->distance > d || ignored || is_exhausted(r, hit->pattern))
        return;
    if (r->wants.detail == RESOLVE_ALL && resolve_full(r))
        put_away(r, offset, false);
    struct candidate c;
    init_candidate(&c, hit, offset);
    if (r->q->line ? !candidate_line(r->finder, &c, d)
                   : r->q->word && !candidate_word(r->finder, &c, d))
        return;
    if (r->q->patterns[hit->pattern].overhang.inside > 0)
        candidate_hanging(r->finder, &c);
    if (r->finds_starts && r->q->patterns[hit->pattern].automaton != NULL)
        candidate_path_start(r->finder, &c, d);
    if (r->q->best && r->wants.scope == RESOLVE_LEVEL && c.o.distance < r->level)
        resolve_set_level(r, c.o.distance);
    r->selected = true;
    if (r->wants.scope == RESOLVE_NARROW)
        lower_limit(r, &c);
    if (r->wants.detail != RESOLVE_ANY)
        sweep_add(&r->sweep, &c);
}

bool resolve_end(struct resolve *r, const struct occurrence **best)
{
    sweep_report(&r->sweep, 0, true);
    *best = r->sweep.best.distance < UINT32_MAX ? &r->sweep.best : NULL;
    return r->selected;
}

void resolve_clear(struct resolve *r)
{
    for (size_t i = 0; i < r->sweep.ntouched; i++) {
        struct pattern_counts *counts = counts_of(r, r->sweep.touched[i]);
        counts->found = 0;
        counts->least = counts->kept = UINT32_MAX;
    }
    sweep_clear(&r->sweep);
    r->narrowed = false;
    r->taken = 0;
    r->full = FULL;
    occurrences_clear(&r->all);
    r->selected = false;
}

void resolve_settle(struct resolve *r)
{
    sweep_settle(&r->sweep, r->taken);
    finder_leave_chunk(r->finder);
}

/*
 * multi.c - see multi.h.
 *
 * In best mode the limit falls while a chunk is searched, by what was found before. So while
 * nothing has been found, a small part of the chunk is searched first: the limit that it gives may
 * be so low that patterns have pieces.
 */
#include "scan/multi.h"

#include <stdlib.h>

#include "scan/multi_lines.h"
#include "scan/multi_rows.h"
#include "scan/multi_selectors.h"

/* Best mode: symbols that are searched first, those of all patterns together at least; and how
 * often. */
enum { FIRST_LEAST = 768, FIRST_WORK = 1 << 18, TRIES = 1 };

size_t many_least = MANY_LEAST, many_piece_least = MANY_PIECE_LEAST;

enum { COVERED = 1 };

struct many {
    const struct query *q; /* many_query() */
    const struct query *asked;
    const struct distance_bounds *shared; /* of all threads */
    struct distance_bounds bests;         /* that, and what was found in the chunk */
    uint32_t greatest;                    /* k of all patterns */
    struct engine_scan *alone; /* the sliced engine for all patterns; then there is nothing else */
    struct many_filter filter;
    struct many_lines lines;   /* -x */
    struct many_plain others;  /* for patterns that `lines` does not cover */
    bool by_lines;             /* the last chunk was searched by these two */
    unsigned char *ways;       /* of each pattern: COVERED, or 0 */
    struct many_plain beside;  /* for patterns that are not covered */
    struct many_plain instead; /* for those that are, when the filter gives up */
    bool instead_set;
    struct many_selectors selectors; /* report.once */
    struct undecided undecided;
    struct hits found; /* in undecided records */
    unsigned tries;
};

void many_close(struct many *s)
{
    if (s == NULL)
        return;
    if (s->alone != NULL)
        sliced_close(s->alone);
    else {
        many_filter_close(&s->filter);
        many_plain_close(&s->beside);
        many_plain_close(&s->instead);
        many_plain_close(&s->others);
        many_selectors_close(&s->selectors);
        hits_free(&s->found);
        many_lines_close(&s->lines);
        undecided_close(&s->undecided);
        distance_bounds_close(&s->bests);
    }
    free(s->ways);
    free(s);
}

/* Whether no pattern has pieces so short that they are everywhere: then the automaton is faster.
 * Best mode soon has a low bound. */
static bool has_long_pieces(const struct query *q)
{
    for (size_t p = 0; p < q->npatterns && !q->best; p++)
        if (q->patterns[p].alternatives.n > 0 &&
            q->patterns[p].m < many_piece_least * ((uint64_t)q->patterns[p].k + 1))
            return false;
    return true;
}

const struct query *many_query(const struct query *q)
{
    const struct query *more = q->alternatives;
    return more != NULL && more->npatterns >= many_least && has_long_pieces(q) ? more : q;
}

static uint32_t greatest_k(const struct query *q)
{
    uint32_t k = 0;
    for (size_t p = 0; p < q->npatterns; p++)
        k = q->patterns[p].k > k ? q->patterns[p].k : k;
    return k;
}

static bool open_ways(struct many *s, const struct sliced_kernel *kernel,
                      const struct grams_kernel *grams, const struct alphabet *a,
                      struct scan_shared *shared)
{
    if (!many_filter_open(&s->filter, s->q, a, grams, kernel->lanes, shared))
        return false;
    struct myers *exact = s->filter.exact;
    many_plain_open(&s->beside, kernel, s->q, a, &s->bests, exact);
    many_plain_open(&s->instead, kernel, s->q, a, &s->bests, exact);
    many_plain_open(&s->others, kernel, s->q, a, &s->bests, exact);
    s->ways = calloc(s->q->npatterns, 1);
    s->greatest = greatest_k(s->q);
    s->tries = TRIES;
    return s->ways != NULL && many_lines_open(&s->lines, s->q, a, kernel->lanes) &&
           many_selectors_open(&s->selectors, kernel, s->q, a, &s->bests, exact) &&
           distance_bounds_open(&s->bests, s->q);
}

struct many *many_open(const struct sliced_kernel *kernel, const struct grams_kernel *grams,
                       const struct query *q, const struct alphabet *a,
                       const struct distance_bounds *bests, struct scan_shared *shared)
{
    struct many *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->asked = q;
    s->q = q = many_query(q);
    s->shared = bests;
    bool good;
    if (q->npatterns < many_least)
        good = (s->alone = sliced_open(kernel, q, a, bests, shared)) != NULL;
    else
        good = open_ways(s, kernel, grams, a, shared);
    if (!good) {
        many_close(s);
        return NULL;
    }
    return s;
}

/* Takes over which patterns the filter covers. */
static bool divide(struct many *s)
{
    for (size_t p = 0; p < s->q->npatterns; p++)
        s->ways[p] = 0;
    for (size_t i = 0; i < s->filter.cover->ncovered; i++)
        s->ways[s->filter.cover->covered[i].number] = COVERED;
    s->instead_set = false;
    return many_plain_set(&s->beside, s->ways, 0);
}

bool many_drops_records(const struct chunk *c)
{
    return c->equality == NULL && !c->listed && !c->crlf && chunk_delimits(c);
}

/* Best mode: what is found in the chunk lowers the limit for the rest of it. */
static void lower(struct many *s, const struct hits *hits, size_t from)
{
    for (size_t i = from; i < hits->n && s->q->report.lowers == LOWERS_ENDS; i++)
        distance_bounds_lower_for(&s->bests, s->q, hits->v[i].pattern,
                                  hits->v[i].distance + s->q->report.slack);
}

/* -x: by whole records, where that is the fastest; else *done is false. */
static enum engine_status scan_lines(struct many *s, const struct chunk *c, struct share own,
                                     struct hits *hits, bool *done)
{
    enum many_lines_use use =
        s->q->line ? many_lines_begin(&s->lines, c, own, &s->bests) : LINES_NO;
    *done = s->by_lines = use != LINES_NO;
    if (use == LINES_NO)
        return ENGINE_OK;
    if (use == LINES_MEMORY ||
        (use == LINES_CHANGED && !many_plain_set(&s->others, s->lines.ways, 0)))
        return ENGINE_MEMORY;
    enum engine_status status = many_lines_scan(&s->lines, c, own, &s->bests, hits);
    return status == ENGINE_OK ? many_plain_scan(&s->others, c, own, hits) : status;
}

/* Takes the rows of the covered patterns. */
static bool prepare_instead(struct many *s)
{
    if (!s->instead_set)
        s->instead_set = many_plain_set(&s->instead, s->ways, COVERED);
    return s->instead_set;
}

/* Searches [own.begin, *done), by the filter; or all, by rows only. */
static enum engine_status scan_all(struct many *s, const struct chunk *c, struct share own,
                                   bool filters, struct hits *hits, size_t *done)
{
    size_t before = hits->n;
    enum engine_status status = filters ? many_filter_scan(&s->filter, c, own, hits, done)
                                        : many_plain_scan(&s->instead, c, own, hits);
    lower(s, hits, before);
    before = hits->n;
    own.end = *done;
    if (status == ENGINE_OK)
        status = many_plain_scan(&s->beside, c, own, hits);
    lower(s, hits, before);
    return status;
}

/* By the filter, until it stops; then the undecided records are owned up to there. Drops the
 * records that it finds. */
static enum engine_status filter_undecided(struct many *s, struct hits *hits)
{
    struct undecided *u = &s->undecided;
    size_t done;
    hits_clear(&s->found);
    s->found.most = hits->most - hits->n;
    enum engine_status status = many_filter_scan(&s->filter, &u->chunk, u->own, &s->found, &done);
    if (status != ENGINE_OK)
        return status;
    u->own.end = done;
    if (!hits_sort_all(&s->found) || !undecided_drop(u, &s->found, hits))
        return hits->full ? ENGINE_FULL : ENGINE_MEMORY;
    return ENGINE_OK;
}

/* The undecided records behind those that are owned, by rows. */
static enum engine_status scan_behind(struct many *s, struct hits *hits)
{
    struct undecided *u = &s->undecided;
    size_t done = u->own.end;
    u->own.end = u->chunk.length;
    u->own = share_rest(u->own, done, s->q->overlap);
    if (!prepare_instead(s))
        return ENGINE_MEMORY;
    enum engine_status status = many_plain_select(&s->instead, u, hits);
    return status == ENGINE_OK ? many_plain_select(&s->beside, u, hits) : status;
}

/* Searches where only the first hit of a record counts: for selectors first. */
static enum engine_status scan_once(struct many *s, const struct chunk *c, struct share own,
                                    struct hits *hits)
{
    struct undecided *u = &s->undecided;
    struct chunk text = *c;
    text.length = own.end; /* nothing behind matters, and it need not be copied */
    if (!undecided_begin(u, &text, own))
        return ENGINE_MEMORY;
    enum engine_status status = many_selectors_scan(&s->selectors, u, hits);
    if (status == ENGINE_OK && u->own.begin < u->own.end)
        status = filter_undecided(s, hits);
    if (status == ENGINE_OK)
        status = many_plain_select(&s->beside, u, hits);
    if (status == ENGINE_OK && u->own.end < u->chunk.length)
        status = scan_behind(s, hits);
    return status != ENGINE_OK || many_selectors_learn(&s->selectors) ? status : ENGINE_MEMORY;
}

/* Whether only the first hit of a record counts, and records can be dropped. */
static bool selects(const struct many *s, const struct chunk *c)
{
    return s->q->report.once && !s->q->automata && many_drops_records(c);
}

/* Searches `own`; the filter may look at all of the text of `whole`. */
static enum engine_status scan_part(struct many *s, const struct chunk *c, struct share own,
                                    struct share whole, struct hits *hits)
{
    bool changed, done_all, filters = true;
    enum engine_status status = scan_lines(s, c, own, hits, &done_all);
    if (done_all || status != ENGINE_OK)
        return status;
    if (!many_filter_begin(&s->filter, c, whole, own.end - own.begin, &s->bests, &changed) ||
        (changed && !divide(s)))
        return ENGINE_MEMORY;
    if (selects(s, c))
        return scan_once(s, c, own, hits);
    while (own.begin < own.end && status == ENGINE_OK) {
        size_t done = own.end;
        if (!filters && !prepare_instead(s))
            return ENGINE_MEMORY;
        status = scan_all(s, c, own, filters, hits, &done);
        filters = false;
        own = share_rest(own, done, s->q->overlap);
    }
    return status;
}

/* Where to end a part that begins with `own`, when `done` symbols of the chunk have been searched.
 * A small part is searched first in best mode, while nothing was found; and with report.once, to
 * learn about the selectors. */
static size_t part_end(struct many *s, const struct chunk *c, struct share own, size_t done)
{
    enum { GROWTH = 4 };
    bool unknown = s->q->each || distance_bounds_all(&s->bests) > s->greatest;
    size_t part = SIZE_MAX;
    if (selects(s, c)) {
        part = many_selectors_next(&s->selectors);
        part = part > GROWTH * done || part == SIZE_MAX ? part : GROWTH * done;
    } else if (s->q->report.lowers == LOWERS_ENDS && unknown && s->tries > 0 &&
               own.end - own.begin > GROWTH * MANY_FIRST_MOST) {
        s->tries--;
        part = FIRST_WORK / s->q->npatterns < MANY_FIRST_MOST ? FIRST_WORK / s->q->npatterns
                                                              : MANY_FIRST_MOST;
        part = part > FIRST_LEAST ? part : FIRST_LEAST;
    }
    return part < (own.end - own.begin) / 2 ? own.begin + part : own.end;
}

/* Searches by parts. */
static enum engine_status scan_parts(struct many *s, const struct chunk *c, struct share own,
                                     struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    struct share whole = own;
    while (own.begin < own.end && status == ENGINE_OK) {
        struct share part = own;
        part.end = part_end(s, c, own, own.begin - whole.begin);
        status = scan_part(s, c, part, whole, hits);
        own = share_rest(own, part.end, s->q->overlap);
    }
    return status;
}

/* Of the hits of an expression's alternatives at one end, the nearest stays. */
static void merge(const struct query *alternatives, struct hits *hits)
{
    size_t n = 0;
    for (size_t i = 0; i < hits->n; i++) {
        struct hit h = hits->v[i], *last = n > 0 ? &hits->v[n - 1] : NULL;
        h.pattern = alternatives->patterns[h.pattern].index;
        if (last == NULL || last->end != h.end || last->pattern != h.pattern)
            hits->v[n++] = h;
        else if (h.distance < last->distance)
            last->distance = h.distance;
    }
    hits->n = n;
}

/* -x: the records that may be as long as a pattern's occurrences. */
static bool keep_lengths(struct many *s, const struct chunk *c, struct share own)
{
    uint64_t least = UINT64_MAX, most = 0;
    for (size_t i = 0; i < s->q->npatterns; i++) {
        const struct pattern *p = &s->q->patterns[i];
        uint32_t limit = distance_bounds_limit(&s->bests, p);
        uint64_t shortest = pattern_shortest(p, s->q->metric, limit);
        uint64_t longest = pattern_longest(p, s->q->metric, limit);
        least = shortest < least ? shortest : least;
        most = longest > most ? longest : most;
    }
    return undecided_begin(&s->undecided, c, own) &&
           undecided_keep(&s->undecided, (size_t)least, (size_t)most);
}

/* -x: searches only the records of such lengths. */
static enum engine_status scan_kept(struct many *s, const struct chunk *c, struct share own,
                                    struct hits *hits)
{
    struct undecided *u = &s->undecided;
    size_t before = hits->n;
    if (!keep_lengths(s, c, own))
        return ENGINE_MEMORY;
    if (u->own.begin >= u->own.end)
        return ENGINE_OK;
    enum engine_status status = scan_parts(s, &u->chunk, u->own, hits);
    for (size_t i = before; i < hits->n; i++)
        hits->v[i].end = undecided_end(u, hits->v[i].end);
    return status;
}

enum engine_status many_submit(struct many *s, const struct chunk *c, struct share own,
                               struct hits *hits)
{
    if (s->alone != NULL)
        return sliced_submit(s->alone, c, own, hits);
    distance_bounds_copy(&s->bests, s->shared);
    bool kept = s->q->line && many_drops_records(c);
    enum engine_status status = kept ? scan_kept(s, c, own, hits) : scan_parts(s, c, own, hits);
    if (status != ENGINE_OK)
        return status;
    if (!hits_sort_all(hits))
        return ENGINE_MEMORY;
    if (s->q != s->asked)
        merge(s->q, hits);
    return ENGINE_OK;
}

void many_ways(const struct many *s, struct engine_ways *ways)
{
    const struct many_filter *f = &s->filter;
    *ways = (struct engine_ways){.by_rows = s->q->npatterns};
    if (s->alone == NULL && s->by_lines)
        *ways = (struct engine_ways){s->lines.ncovered, s->others.patterns, s->lines.candidates,
                                     s->lines.verified};
    else if (s->alone == NULL)
        *ways = (struct engine_ways){f->cover->ncovered, s->beside.patterns, f->counts.candidates,
                                     f->counts.verified};
}

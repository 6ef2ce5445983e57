#include "scan/scanner.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/least.h"
#include "base/trace.h"
#include "base/xalloc.h"
#include "plan/costs.h"
#include "scan/first_bound.h"
#include "scan/hit_check.h"
#include "scan/multi.h"
#include "scan/overhangs.h"
#include "text/decode.h"

#ifdef EDGREP_CHECK_HITS
static const bool checks_hits = true;
#else
static const bool checks_hits = false;
#endif

/* A chunk is small if it owns fewer symbols than this, and fewer than this many lead-ins, where
 * symbols count once for each pattern: the engine for small chunks searches for one after another,
 * and a scan by vectors takes at least as long as their lanes' lead-ins. MANY_PATTERNS skip what
 * has no piece of any (scan/multi.h). */
enum { SMALL_CHUNK = 4096, SMALL_LEAD_INS = 64, MANY_PATTERNS = 32 };

void scanner_parts_open(struct scanner_parts *parts, const struct query *q,
                        struct distance_bounds *bests, int delimiter_byte)
{
    parts->query = q;
    parts->bests = bests;
    parts->alphabet = alphabet_open(q, delimiter_byte);
    parts->shared = scan_shared_open(q);
    if (parts->alphabet == NULL || parts->shared == NULL ||
        !distance_bounds_open(bests, q, q->each))
        die_out_of_memory();
}

void scanner_parts_close(struct scanner_parts *parts)
{
    distance_bounds_close(parts->bests);
    scan_shared_close(parts->shared);
    alphabet_close(parts->alphabet);
}

/* Symbols in a row that have a delimiter, unless they are of a long record. */
enum { RECORD_WINDOW = 1 << 15 };

/* Returns whether the chunk has a record that is long for a device: always for two windows or more,
 * never for less than one window. */
static bool has_long_record(const struct chunk *c)
{
    for (size_t at = c->own.begin; c->own.end - at >= RECORD_WINDOW; at += RECORD_WINDOW)
        if (chunk_record_end(c, at, at + RECORD_WINDOW) == at + RECORD_WINDOW)
            return true;
    return false;
}

static bool has_many(const struct scanner_parts *parts)
{
    return parts->query->npatterns >= MANY_PATTERNS;
}

unsigned scanner_engine(const struct scanner_parts *parts, unsigned engine, const struct chunk *c)
{
    const struct query *q = parts->query;
    size_t n = (c->own.end - c->own.begin) * q->npatterns;
    /* While nothing bounds distances, a column of an automaton has paths in all states: vectors are
     * faster even for little. */
    bool full = q->automata && q->best && !distance_bounds_known(parts->bests) &&
                parts->engines[engine]->devices == NULL;
    bool small = n < (size_t)SMALL_LEAD_INS * q->overlap && !has_many(parts) && !full &&
                 (n <= SMALL_CHUNK || first_bound_lacks(q, parts->bests));
    if (engine == SCANNER_OFFLOAD && parts->query->overlap == OVERLAP_RECORD && has_long_record(c))
        engine = SCANNER_ENGINE;
    return small && parts->engines[SCANNER_SMALL] != parts->engines[engine] ? SCANNER_SMALL
                                                                            : engine;
}

/* Clears the hits for a scan of the chunk; all of one that cannot be cut must fit. Tests cut some
 * chunks of few hits, too. A record that must be scanned from its begin should not be scanned in
 * many parts: the time would grow with the square of its length. */
static void prepare_hits(const struct query *q, struct hits *hits, const struct chunk *c)
{
    enum { SYMBOLS_PER_HIT = 4, TESTED = 4 /* in tests, one chunk of four is cut */ };
    size_t n = c->own.end - c->own.begin, most = HITS_MOST;
    size_t patterns = q->alternatives != NULL ? q->alternatives->npatterns : q->npatterns;
    if (q->overlap == OVERLAP_RECORD && n / SYMBOLS_PER_HIT > most)
        most = n / SYMBOLS_PER_HIT;
    if (checks_hits && n % TESTED == 0)
        most = n / (2 * TESTED);
    if (c->section.uncut && n * patterns > most)
        most = n * patterns;
    hits_begin(hits, most);
}

static void open_bounds(struct scanner *s)
{
    const struct query *q = s->parts->query;
    if (s->bounds != NULL)
        return;
    s->bounds = xcalloc(1, sizeof *s->bounds);
    if (!distance_bounds_open(s->bounds, q, q->best))
        die_out_of_memory();
}

bool scanner_bounds_record(const struct scanner *s, const struct chunk *c)
{
    const struct record_bounds *r = s->record;
    return r != NULL && r->open && r->input == c->origin.input &&
           r->offset == c->origin.offset + c->begin_byte && distance_bounds_known(&r->bounds);
}

const struct distance_bounds *scanner_bounds(struct scanner *s, const struct chunk *c)
{
    struct span delimiter;
    open_bounds(s);
    distance_bounds_copy(s->bounds, s->parts->bests);
    if (scanner_bounds_record(s, c) && !chunk_delimiter(c, c->begin_byte, &delimiter))
        distance_bounds_adopt(s->bounds, &s->record->bounds);
    return s->bounds;
}

void scanner_open(struct scanner *s, unsigned engine)
{
    const struct scanner_parts *parts = s->parts;
    if (s->scans[engine] != NULL)
        return;
    open_bounds(s);
    const struct engine *e = s->loaded[engine] = engine_loaded(parts->engines[engine]);
    s->scans[engine] = e->open(parts->query, parts->alphabet, s->bounds, parts->shared);
    if (s->scans[engine] != NULL && e->devices != NULL)
        e->devices->choose(s->scans[engine], s->device, parts->algorithm);
}

/* Returns the status of a scan. One that ran out of memory may have been in the middle of a change
 * of what it searches by: another one begins anew. */
static enum engine_status settle_status(struct scanner *s, unsigned engine,
                                        enum engine_status status)
{
    const struct engine *e = s->loaded[engine];
    if (status == ENGINE_MEMORY && e->devices == NULL) {
        e->close(s->scans[engine]);
        s->scans[engine] = NULL;
    }
    return status;
}

/* Checks the hits of the oldest scan, which has ended. A wrong hit is a bug in the engine, so the
 * program aborts. */
static void check(struct scanner *s, unsigned engine, enum engine_status status,
                  const struct chunk *c, const struct hits *hits)
{
    struct scanner_watch *w = &s->watches[engine];
    unsigned i = w->ended++ % 2;
    size_t at;
    if (status != ENGINE_OK)
        return;
    const char *reason = hits_wrong(hits, s->parts->query, c->own, w->limit[i], &at);
    if (reason == NULL)
        return;
    (void)fprintf(stderr, "engine %s, scanning [%zu, %zu): hit %zu has %s\n",
                  s->parts->engines[engine]->name, c->own.begin, c->own.end, at, reason);
    abort();
}

/* The time of scans is measured for chunks that the sieve might have excluded. */
static uint64_t begin_measuring(const struct scanner *s, unsigned engine, const struct chunk *c)
{
    enum { LEAST = 1 << 14 };
    bool measures = c->rules.utf8 && c->width > 0 && c->end_byte - c->begin_byte >= LEAST &&
                    s->parts->engines[engine]->devices == NULL && s->parts->shared != NULL;
    return measures ? rates_now() : 0;
}

bool scanner_seeks_bound(const struct scanner *s)
{
    enum { CUTS = 8 };
    return s->cuts < CUTS;
}

/* Returns whether a small part of the chunk should be scanned first, for a bound. */
static bool needs_bound(struct scanner *s, unsigned engine, const struct chunk *c)
{
    const struct scanner_parts *parts = s->parts;
    if (distance_bounds_known(s->bounds))
        s->cuts = 0;
    if (c->section.uncut || parts->engines[engine]->devices != NULL || !scanner_seeks_bound(s) ||
        !first_bound_pays(parts->query, s->bounds, c->own.end - c->own.begin, has_many(parts)))
        return false;
    s->cuts++;
    return true;
}

/* Returns whether what the chunk owns is of one record. */
static bool lies_in_record(const struct chunk *c)
{
    return chunk_record_end(c, c->own.begin, c->own.end) == c->own.end;
}

/* --top, -w: where nothing bounds distances yet, lowers the bound to that of as many results as are
 * wanted, if scans for few edits find them. In large chunks and with expressions, only fast scans
 * are tried. */
static bool find_wanted(struct scanner *s, unsigned engine, struct chunk *c, struct hits *hits)
{
    const struct query *q = s->parts->query;
    enum engine_status status = ENGINE_OK;
    bool small = c->own.end - c->own.begin < first_bound_least && !q->automata, found = false;
    uint32_t most = 0;
    bool nearest_only = q->report.wanted > 0 && q->report.admissible;
    bool words = q->report.wanted == 0 && q->word && !q->line && !q->hangs && !q->automata &&
                 !q->report.filtered;
    if (q->npatterns < multi_least || !(nearest_only || words) || q->each ||
        s->parts->engines[engine]->devices != NULL || !scanner_seeks_bound(s) ||
        !first_bound_lacks(q, s->bounds) || (q->npatterns < q->report.wanted && lies_in_record(c)))
        return false;
    scanner_open(s, engine);
    if (s->scans[engine] == NULL)
        return false;
    for (uint32_t p = 0; p < q->npatterns; p++)
        most = most_u32(most, q->patterns[p].k);
    for (uint32_t d = 0; d < most && (small || first_bound_fast(q, d)); d += d / 2 + 1) {
        distance_bounds_copy(s->bounds, s->parts->bests);
        distance_bounds_lower(s->bounds, d);
        prepare_hits(q, hits, c);
        status = s->loaded[engine]->submit(s->scans[engine], c, c->own, hits);
        if (status == ENGINE_OK)
            status = s->loaded[engine]->collect(s->scans[engine]);
        status = settle_status(s, engine, status);
        if (status == ENGINE_OK)
            found = nearest_only
                        ? first_bound_by_records(q, c, hits, s->parts->bests)
                        : first_bound_by_words(q, s->parts->alphabet, c, hits, d, s->parts->bests);
        if (found || status != ENGINE_OK)
            break;
    }
    s->cuts += small && !found;
    prepare_hits(q, hits, c);
    (void)scanner_bounds(s, c);
    return found;
}

enum engine_status scanner_begin(struct scanner *s, unsigned engine, struct chunk *c,
                                 struct hits *hits)
{
    bool decodes = engine_decodes(s->parts->engines[engine]) && !s->parts->query->hangs;
    if (c->decoding.raw != NULL && !decodes && !decode_raw(c))
        return ENGINE_MEMORY;
    prepare_hits(s->parts->query, hits, c);
    (void)scanner_bounds(s, c);
    if (!find_wanted(s, engine, c, hits) && needs_bound(s, engine, c))
        return ENGINE_FULL;
    scanner_open(s, engine);
    s->worked[engine] = true;
    struct engine_scan *scan = s->scans[engine];
    if (scan == NULL)
        return ENGINE_MEMORY;
    trace(TRACE_SCAN, "%s begins: input %llu, bytes %llu to %llu, %zu symbols",
          s->parts->engines[engine]->name, (unsigned long long)c->origin.input,
          (unsigned long long)(c->origin.offset + c->begin_byte),
          (unsigned long long)(c->origin.offset + c->end_byte), c->own.end - c->own.begin);
    s->begun = begin_measuring(s, engine, c);
    if (checks_hits) {
        struct scanner_watch *w = &s->watches[engine];
        w->limit[w->begun % 2] = distance_bounds_all(s->bounds);
        chunk_guard(c, true);
    }
    enum engine_status status =
        settle_status(s, engine, s->loaded[engine]->submit(scan, c, c->own, hits));
    if (checks_hits)
        chunk_guard(c, false);
    if (checks_hits && status == ENGINE_OK)
        s->watches[engine].begun++;
    return status;
}

/* Adds the hits of occurrences that hang over the ends of records. */
static enum engine_status add_overhangs(struct scanner *s, const struct chunk *c, struct hits *hits)
{
    if (s->overhangs == NULL)
        s->overhangs = overhangs_open(s->parts->query, s->parts->alphabet);
    return s->overhangs != NULL ? overhangs_add(s->overhangs, c, hits) : ENGINE_MEMORY;
}

enum engine_status scanner_end(struct scanner *s, unsigned engine, struct chunk *c,
                               struct hits *hits)
{
    const struct engine *e = s->loaded[engine];
    enum engine_status status = e->collect(s->scans[engine]), decoded = ENGINE_OK;
    if (c->decoding.raw != NULL && (status == ENGINE_OK || status == ENGINE_FULL))
        decoded = e->devices->decode(s->scans[engine], c);
    if (decoded != ENGINE_OK)
        status = decoded;
    if (status == ENGINE_OK && s->parts->query->hangs)
        status = add_overhangs(s, c, hits);
    if (s->begun > 0 && status == ENGINE_OK)
        rate_add(&s->parts->shared->sieve.scan, COST_SCAN * (double)(c->end_byte - c->begin_byte),
                 (double)(rates_now() - s->begun));
    trace(TRACE_SCAN, "%s ends: status %d", s->parts->engines[engine]->name, (int)status);
    if (checks_hits)
        check(s, engine, status, c, hits);
    return status;
}

enum engine_status scanner_scan(struct scanner *s, struct chunk *c, struct hits *hits)
{
    unsigned engine = scanner_engine(s->parts, SCANNER_ENGINE, c);
    enum engine_status status = scanner_begin(s, engine, c, hits);
    return status == ENGINE_OK ? scanner_end(s, engine, c, hits) : status;
}

void scanner_close(struct scanner *s)
{
    for (unsigned e = 0; e < SCANNER_ENGINES; e++) {
        if (s->scans[e] != NULL)
            s->loaded[e]->close(s->scans[e]);
        s->scans[e] = NULL;
    }
    overhangs_close(s->overhangs);
    s->overhangs = NULL;
    if (s->bounds != NULL)
        distance_bounds_close(s->bounds);
    free(s->bounds);
    s->bounds = NULL;
}

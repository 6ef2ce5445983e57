#include "output/matches.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "match/lines.h"
#include "match/resolve.h"
#include "output/record_filters.h"
#include "output/top_n.h"
#include "scan/first_bound.h"

struct matches {
    const struct options *o;
    const struct query *q;
    struct select *select;
    struct resolve *resolve;
    struct lines lines;
    struct record_filters *filters;
    struct distance_bounds *bests;
    struct record_bounds record; /* in best mode, of the record that the last chunk left open */
    uint32_t level;              /* in best mode: the least distance of an admissible candidate */
    struct requirements wants;
    size_t ended, ended_byte; /* end of the previously queried hit: symbol, byte */
    size_t near;              /* all records of the chunk that begin before this byte are visited */
    bool expects;             /* of a record's hits only the nearest matter, and starts cost much */
    bool skips_far; /* --top -o: a hit that is no nearer than the N results before it can be ignored
                     */
    bool stream;    /* occurrences are passed on as soon as they are certain; no record is kept */
    enum { UNASKED, ADMITTED, DENIED } filtered; /* the current record, by --where and others */
    uint64_t records;                            /* of inputs that have ended */
};

struct matches *matches_open(const struct output_env *env, const struct alphabet *a,
                             struct select *select)
{
    struct matches *m = xcalloc(1, sizeof *m);
    m->o = env->options;
    m->q = env->query;
    m->wants = env->wants;
    m->select = select;
    m->bests = env->bests;
    m->level = UINT32_MAX;
    m->lines = (struct lines){.kept = SPILL_INIT};
    m->lines.keep = m->wants.keeps;
    m->lines.count = m->wants.numbers;
    m->expects =
        m->wants.resolve.detail == RESOLVE_BEST && m->q->report.admissible && m->q->automata;
    m->skips_far = m->wants.deferred && m->o->select.top > 0 && m->o->form.only_matching &&
                   !m->o->select.second;
    m->stream = m->wants.resolve.detail == RESOLVE_STREAM;
    m->resolve = resolve_open(m->q, a, m->wants.resolve);
    resolve_bound(m->resolve, m->bests);
    if (!distance_bounds_open(&m->record.bounds, m->q, m->q->best))
        die_out_of_memory();
    m->filters = record_filters_open(m->o, m->q->utf8, env->sink);
    if (m->filters == NULL) {
        matches_close(m);
        return NULL;
    }
    return m;
}

void matches_close(struct matches *m)
{
    record_filters_close(m->filters);
    distance_bounds_close(&m->record.bounds);
    resolve_close(m->resolve);
    lines_free(&m->lines);
    free(m);
}

static uint64_t records(const struct matches *m)
{
    return m->records + (m->lines.number > 0 ? m->lines.number - 1 : 0);
}

/* A worker's level may rise with a new part: see extractor.c. */
static void raise_level(struct matches *m)
{
    uint32_t limit = m->wants.held ? distance_bounds_all(m->bests) : m->level;
    if (limit <= m->level)
        return;
    m->level = limit;
    resolve_set_level(m->resolve, limit);
}

void matches_input(struct matches *m, uint64_t offset)
{
    m->records = records(m);
    m->record.open = false;
    m->filtered = UNASKED;
    lines_begin(&m->lines, offset);
    resolve_input(m->resolve);
    raise_level(m);
}

uint64_t matches_records(const struct matches *m)
{
    return m->lines.count ? records(m) : UINT64_MAX;
}

/* Best mode: if an admissible candidate has lowered the level, lowers the shared limit, and
 * withdraws the output of the old level. */
static void commit_level(struct matches *m)
{
    if (!m->wants.held || resolve_level(m->resolve) >= m->level)
        return;
    m->level = resolve_level(m->resolve);
    distance_bounds_lower(m->bests, m->level);
    select_forget(m->select);
}

/* Best mode, if ends lower the limit: bounds results by the nearest hit of a chunk before the hits
 * are resolved. An engine whose limit fell during the scan has reported many that are farther. */
static void bound_by_nearest(const struct matches *m, const struct hits *hits)
{
    if (hits->n > 0)
        distance_bounds_lower(m->bests, hits_nearest(hits) + m->q->report.slack);
}

/* Best mode: adopts a lower level that another thread has found. */
static void adopt_level(struct matches *m)
{
    uint32_t limit = m->wants.held ? distance_bounds_all(m->bests) : UINT32_MAX;
    if (limit < resolve_level(m->resolve))
        resolve_set_level(m->resolve, limit);
    if (limit < m->level) {
        m->level = limit;
        select_forget(m->select);
    }
}

/* Asks the filters once for each record. */
static bool is_admitted(struct matches *m, struct record *record)
{
    if (m->filtered == UNASKED)
        m->filtered = record_filters_hold(m->filters, record) ? ADMITTED : DENIED;
    return m->filtered == ADMITTED;
}

/* Returns the current record for printing its occurrences. With --around, it includes the chunk's
 * part before byte `end`. */
static struct record seen(struct matches *m, const struct chunk *c, size_t end)
{
    uint64_t offset = m->lines.offset;
    struct record record = {
        .offset = offset, .source = lines_source(&m->lines, c), .number = m->lines.number};
    if (m->wants.behind > 0) {
        record.offset = offset > c->origin.offset ? offset : c->origin.offset;
        record.bytes = c->bytes + (record.offset - c->origin.offset);
        record.length = end - (size_t)(record.offset - c->origin.offset);
    }
    return record;
}

/* Passes on the certain occurrences: see resolve_take(). `end` is the end of the record's part in
 * the chunk. */
static void stream_out(struct matches *m, const struct chunk *c, size_t end, uint64_t until,
                       bool closed)
{
    size_t n;
    struct record record = seen(m, c, end);
    until -= until < m->wants.behind ? until : m->wants.behind;
    const struct occurrence *v = resolve_take(m->resolve, until, closed, &n);
    for (size_t i = 0; i < n && select_state(m->select) == SELECT_GO_ON; i++)
        select_occurrence(m->select, &record, &v[i]);
}

static void close_record(struct matches *m, const struct chunk *c, const struct record_piece *p)
{
    struct record record = lines_record(&m->lines, c, p);
    bool occurs = resolve_selected(m->resolve), searched = true;
    if (occurs || m->o->select.invert)
        searched = is_admitted(m, &record);
    m->filtered = UNASKED;
    if (!searched)
        resolve_set_level(m->resolve, m->level);
    commit_level(m);
    occurs = resolve_selected(m->resolve);
    if (m->stream) {
        stream_out(m, c, p->end, 0, true);
    } else if (m->wants.resolve.detail == RESOLVE_ALL) {
        record.occurrences = resolve_all(m->resolve);
        record.noccurrences = record.occurrences->n;
    }
    if (occurs)
        (void)resolve_end(m->resolve, &record.best);
    select_record(m->select, &record, searched, occurs);
    if (occurs)
        resolve_commit(m->resolve);
    resolve_clear(m->resolve);
}

/* Returns the byte of the chunk where the hit ends. Queries are in order and near each other. */
static size_t end_of_hit(struct matches *m, const struct chunk *c, const struct hit *hit)
{
    if (c->rules.folding == NULL)
        m->ended_byte = chunk_byte_near(c, m->ended, m->ended_byte, hit->end);
    else if (hit->end != m->ended)
        m->ended_byte = chunk_end(c, hit->end);
    m->ended = hit->end;
    return m->ended_byte;
}

/* Tells resolve the least distance of the piece's hits, which begin with hit `i`. */
static void expect_nearest(struct matches *m, const struct chunk *c, const struct record_piece *p,
                           const struct hits *hits, size_t i)
{
    size_t ended = m->ended, ended_byte = m->ended_byte;
    uint32_t least = UINT32_MAX;
    for (; i < hits->n && end_of_hit(m, c, &hits->v[i]) <= p->end; i++)
        least = hits->v[i].distance < least ? hits->v[i].distance : least;
    m->ended = ended;
    m->ended_byte = ended_byte;
    resolve_expect(m->resolve, least);
}

/* Passes the hits of a piece, from hit `i` on, to resolve. Returns the first hit after the
 * piece. */
static size_t feed_hits(struct matches *m, const struct chunk *c, const struct record_piece *p,
                        const struct hits *hits, size_t i)
{
    resolve_record(m->resolve, m->lines.offset);
    if (m->expects)
        expect_nearest(m, c, p, hits, i);
    for (; i < hits->n && select_state(m->select) == SELECT_GO_ON; i++) {
        size_t end = end_of_hit(m, c, &hits->v[i]);
        if (end > p->end && p->closes)
            break;
        if (m->skips_far && select_excludes(m->select, hits->v[i].pattern, hits->v[i].distance))
            continue;
        resolve_hit(m->resolve, &hits->v[i], end);
        if (!options_filter(m->o))
            commit_level(m);
        if (m->stream && resolve_full(m->resolve))
            stream_out(m, c, p->end, chunk_position(c, hits->v[i].end), false);
        if (m->wants.early && resolve_selected(m->resolve)) { /* before its end is known */
            struct record record = {.offset = m->lines.offset, .number = m->lines.number};
            select_record(m->select, &record, true, true);
        }
    }
    if (m->q->each && m->wants.deferred && m->o->select.top == 0 && !options_filter(m->o))
        resolve_tell(m->resolve, m->bests);
    return i;
}

/* Passes over the hits of a piece that is a whole record, if filters do not admit it: as long as no
 * distance is bounded, every end may be a hit. Returns the first hit that is left. */
static size_t skip_denied(struct matches *m, const struct chunk *c, const struct record_piece *p,
                          const struct hits *hits, size_t i)
{
    bool whole = p->closes && m->lines.offset == c->origin.offset + p->begin;
    if (!options_filter(m->o) || !whole || i == hits->n || end_of_hit(m, c, &hits->v[i]) > p->end)
        return i;
    struct record record = lines_record(&m->lines, c, p);
    if (is_admitted(m, &record))
        return i;
    while (i < hits->n && end_of_hit(m, c, &hits->v[i]) <= p->end)
        i++;
    return i;
}

/* In best mode, behind the hits of a chunk that left a record open: tells scans what can still be
 * among its results. */
static void bound_record(struct matches *m, const struct chunk *c, const struct hits *hits)
{
    struct record_bounds *r = &m->record;
    struct span delimiter;
    bool plain = !m->q->word && !m->q->line && !m->q->hangs;
    r->open = true;
    r->input = c->origin.input;
    r->offset = c->origin.offset + c->end_byte;
    if (m->lines.offset >= c->origin.offset + c->begin_byte)
        distance_bounds_reset(&r->bounds);
    if (m->wants.resolve.scope == RESOLVE_NARROW)
        resolve_tell(m->resolve, &r->bounds);
    else if (m->wants.resolve.scope == RESOLVE_LEVEL)
        distance_bounds_lower(&r->bounds, resolve_level(m->resolve));
    else if (plain && options_filter(m->o) && !chunk_delimiter(c, c->begin_byte, &delimiter))
        top_n_bound(m->q, m->o->select.top, hits, &r->bounds);
}

/* Returns the first byte that the next piece must hold. If records are not kept for another reason,
 * that is the byte of the next hit, or of context before it. The hit may lie in the next chunk. */
static size_t next_wanted(struct matches *m, const struct chunk *c, const struct hits *hits,
                          size_t i)
{
    if (m->wants.visit_all || resolve_selected(m->resolve) || select_wants_next(m->select) ||
        m->lines.at < m->near)
        return LINES_ANY;
    size_t want = i < hits->n ? end_of_hit(m, c, &hits->v[i]) - 1 : LINES_NONE;
    m->near = want == LINES_NONE ? c->end_byte : want + 1;
    return lines_before(&m->lines, c, want, m->wants.before);
}

/* Returns whether the record that begins at `offset`, and ends before byte `next` of the chunk, has
 * an occurrence. Its hits begin with *i; sets *i behind those that are decided, at least one. */
static bool record_occurs(struct matches *m, const struct chunk *c, const struct hits *hits,
                          size_t *i, uint64_t offset, size_t next)
{
    if (m->q->report.admissible) {
        ++*i;
        return true;
    }
    resolve_record(m->resolve, offset);
    for (size_t end; !resolve_selected(m->resolve) && *i < hits->n; ++*i) {
        if ((end = end_of_hit(m, c, &hits->v[*i])) >= next)
            break;
        resolve_hit(m->resolve, &hits->v[*i], end);
    }
    bool occurs = resolve_selected(m->resolve);
    resolve_clear(m->resolve);
    return occurs;
}

/* If only their number matters, counts the selected records that end in the chunk, from hit `i` on.
 * Returns the first hit behind them. */
static size_t count_records(struct matches *m, const struct chunk *c, const struct hits *hits,
                            size_t i)
{
    uint64_t n = 0, offset = m->lines.offset;
    size_t behind = m->lines.at;
    bool bytes = c->delimiters.byte >= 0 && !c->rules.crlf;
    if (!m->wants.counts || m->q->best || !bytes || resolve_selected(m->resolve))
        return i;
    while (i < hits->n) {
        size_t end = end_of_hit(m, c, &hits->v[i]);
        const unsigned char *found = memchr(c->bytes + end, c->delimiters.byte, c->end_byte - end);
        if (found == NULL)
            break;
        const unsigned char *last = NULL;
        if (!m->q->report.admissible)
            last = memrchr(c->bytes + behind, c->delimiters.byte, end - behind);
        if (last != NULL)
            offset = c->origin.offset + (size_t)(last - c->bytes) + 1;
        behind = (size_t)(found - c->bytes) + 1;
        n += record_occurs(m, c, hits, &i, offset, behind);
        while (i < hits->n && end_of_hit(m, c, &hits->v[i]) < behind)
            i++;
        offset = c->origin.offset + behind;
    }
    if (behind > m->lines.at) {
        lines_skip(&m->lines, n, c->origin.offset + behind);
        m->lines.at = behind;
    }
    if (n > 0)
        select_records(m->select, n, chunk_source(c, behind));
    return i;
}

/* A callback of scan_chunk. */
static bool take_chunk(void *matches, const struct chunk *c, const struct hits *hits)
{
    struct matches *m = matches;
    struct record_piece p;
    size_t i = 0;
    m->record.open = false;
    if (m->q->report.lowers == LOWERS_ENDS && !m->q->each)
        bound_by_nearest(m, hits);
    if (m->wants.resolve.scope == RESOLVE_DISTANCES && m->q->report.admissible)
        top_n_bound(m->q, m->o->select.top, hits, m->bests);
    else if (m->q->report.admissible && m->q->report.wanted > 0 && !m->q->each)
        (void)first_bound_by_records(m->q, c, hits, m->bests);
    adopt_level(m);
    lines_chunk(&m->lines, c);
    resolve_chunk(m->resolve, c);
    m->near = m->ended = m->ended_byte = 0;
    while (select_state(m->select) == SELECT_GO_ON) {
        i = count_records(m, c, hits, i);
        if (!lines_next(&m->lines, c, next_wanted(m, c, hits, i), &p))
            break;
        i = feed_hits(m, c, &p, hits, skip_denied(m, c, &p, hits, i));
        if (select_state(m->select) != SELECT_GO_ON)
            break;
        if (p.closes)
            close_record(m, c, &p);
        else if (m->stream)
            stream_out(m, c, p.end, chunk_owned(c), false);
        if (!p.closes && m->q->best)
            bound_record(m, c, hits);
        lines_done(&m->lines, c, &p);
    }
    resolve_settle(m->resolve);
    return select_state(m->select) == SELECT_GO_ON;
}

/* Returns the symbol of the chunk, the next one, up to which --where and the like admit no record.
 * A callback of scan_chunk. */
static size_t find_admitted(void *matches, const struct chunk *c)
{
    struct matches *m = matches;
    struct lines ahead = m->lines;
    struct record_piece p;
    size_t from = c->own.begin;
    if (ahead.offset != c->origin.offset + c->begin_byte)
        return from;
    lines_chunk(&ahead, c);
    while (from < c->own.end && lines_next(&ahead, c, LINES_ANY, &p) && p.closes) {
        struct record record = lines_record(&ahead, c, &p);
        if (record_filters_hold(m->filters, &record))
            break;
        from = chunk_record_end(c, from, c->own.end) + 1;
        if (c->rules.crlf && c->rules.folding == NULL && record.delimiter_length > 1)
            from++; /* the carriage return and the newline are two symbols */
        lines_done(&ahead, c, &p);
    }
    return from < c->own.end ? from : c->own.end;
}

struct scan_chunk matches_scan(struct matches *m, const struct scanner_parts *parts,
                               unsigned device)
{
    return (struct scan_chunk){
        .scanner = {.parts = parts, .device = device, .record = &m->record},
        .take = take_chunk,
        .find_first = options_filter(m->o) ? find_admitted : NULL,
        .context = m,
    };
}

struct finding matches_part(struct matches *m, bool cut)
{
    return (struct finding){.selection = select_part(m->select, cut),
                            .records = m->lines.number - 1,
                            .level = m->level};
}

/* The worker has dropped results that are farther than the level, or they are dropped here. The
 * shared bounds learn about the worker's results only here. */
void matches_join(struct matches *m, const struct finding *x, struct collected *c, uint64_t end)
{
    struct selection selection = x->selection;
    if (m->wants.held)
        distance_bounds_lower(m->bests, x->level);
    adopt_level(m);
    if (x->level != m->level)
        selection.selected = 0; /* none of its records is selected */
    select_join(m->select, &selection, c, m->lines.number - 1);
    lines_skip(&m->lines, x->records, end);
}

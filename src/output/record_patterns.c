/* record_patterns.c - see record_patterns.h. Searches each record as an input of one record. */
#include "output/record_patterns.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "input/gather.h"
#include "match/resolve.h"
#include "query/pattern.h"
#include "scan/scan_chunk.h"

struct pattern_search { /* for one pattern */
    bool negated;
    const struct query *query;
    struct distance_bounds bests;
    struct scanner_parts parts;
    struct scan_chunk scan;
    struct gather *gather;
    struct resolve *resolve;
    struct chunk chunk;
    struct hits hits;
};

struct record_patterns {
    struct options one; /* options for one pattern */
    struct pattern_search *searches;
    size_t n;
};

static bool take_hits(void *context, const struct chunk *c, const struct hits *hits)
{
    struct pattern_search *s = context;
    resolve_chunk(s->resolve, c);
    for (size_t i = 0; i < hits->n && !resolve_selected(s->resolve); i++)
        resolve_hit(s->resolve, &hits->v[i], chunk_end(c, hits->v[i].end));
    resolve_settle(s->resolve);
    return !resolve_selected(s->resolve);
}

/* Returns false if the pattern is bad. */
static bool open_search(struct pattern_search *s, const struct options *one,
                        const struct record_pattern *pattern)
{
    const struct engine *scalar = engines_find("scalar");
    s->negated = pattern->negated;
    s->query = patterns_compile(&pattern->source, 1, &one->query.rules);
    if (s->query == NULL)
        return false;
    size_t size = scalar->chunk_size(s->query);
    s->parts = (struct scanner_parts){.engines = {scalar, scalar}, .chunk_sizes = {size, size}};
    scanner_parts_open(&s->parts, s->query, &s->bests, -1);
    s->scan = (struct scan_chunk){.scanner = {.parts = &s->parts}, .take = take_hits, .context = s};
    s->gather = gather_open(one, s->query, s->parts.alphabet, &s->parts.shared->sieve, size, NULL);
    s->resolve =
        resolve_open(s->query, s->parts.alphabet, (struct resolve_wants){.detail = RESOLVE_ANY});
    return true;
}

static void close_search(struct pattern_search *s)
{
    if (s->query == NULL)
        return;
    scanner_close(&s->scan.scanner);
    resolve_close(s->resolve);
    gather_close(s->gather);
    chunk_free(&s->chunk);
    hits_free(&s->hits);
    scanner_parts_close(&s->parts);
    query_free(s->query);
}

struct record_patterns *record_patterns_open(const struct options *o)
{
    struct record_patterns *r = xcalloc(1, sizeof *r);
    r->one = *o;
    r->one.records.span_lines = true;
    r->one.records.delimiter = NULL;
    r->one.records.delimiter_byte = -1;
    r->one.records.crlf = r->one.query.rules.crlf = false;
    r->one.work.chunk_size = 0;
    r->one.query.rules.needs.report = REPORT_FIRST;
    r->one.query.rules.groups = r->one.query.rules.needs.filtered = false;
    r->searches = xcalloc(o->query.nrecord_patterns, sizeof *r->searches);
    bool good = true;
    for (; good && r->n < o->query.nrecord_patterns; r->n++)
        good = open_search(&r->searches[r->n], &r->one, &o->query.record_patterns[r->n]);
    if (good)
        return r;
    record_patterns_close(r);
    return NULL;
}

void record_patterns_close(struct record_patterns *r)
{
    if (r == NULL)
        return;
    for (size_t i = 0; i < r->n; i++)
        close_search(&r->searches[i]);
    free(r->searches);
    free(r);
}

/* Pushes the contiguous bytes of the record from byte `at` on. Returns their end. */
static size_t push_piece(struct gather *g, const struct record *record, size_t at)
{
    size_t n;
    const unsigned char *piece = record_piece(record, at, record->length, &n);
    gather_push(g, piece, n, at + n == record->length);
    return at + n;
}

static bool pattern_occurs(struct pattern_search *s, const struct record *record)
{
    bool found = false;
    struct input_status status = {0};
    resolve_input(s->resolve);
    resolve_record(s->resolve, 0);
    gather_begin(s->gather, &(struct stretch){.end = UINT64_MAX});
    size_t pushed = push_piece(s->gather, record, 0);
    while (!found && !status.last) {
        enum gather_result got = gather_next(s->gather, &s->chunk, &status);
        if (got == GATHER_WAIT) {
            pushed = push_piece(s->gather, record, pushed);
            continue;
        }
        if (got != GATHER_CHUNK)
            die_out_of_memory();
        (void)scan_chunk_hits(&s->scan, &s->chunk, &s->hits,
                              scanner_scan(&s->scan.scanner, &s->chunk, &s->hits));
        found = resolve_selected(s->resolve);
    }
    gather_end(s->gather);
    resolve_clear(s->resolve);
    return found;
}

bool record_patterns_hold(struct record_patterns *r, const struct record *record)
{
    for (size_t i = 0; i < r->n; i++)
        if (pattern_occurs(&r->searches[i], record) == r->searches[i].negated)
            return false;
    return true;
}

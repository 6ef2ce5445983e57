/*
 * record_filters.c - see record_filters.h.
 *
 * --and and --not: each pattern is searched for by the engine scalar, in records about to be
 * selected, each as an input of one record.
 */
#include "output/record_filters.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "input/gather.h"
#include "match/resolve.h"
#include "query/pattern.h"
#include "scan/scan_chunk.h"
#include "text/regex_search.h"

struct pattern_search { /* for one pattern of --and, --not */
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

struct record_filters {
    const struct where *wheres;
    size_t nwheres;
    struct regex_search **searches; /* [nwheres] */
    struct options one;             /* options for one pattern */
    struct pattern_search *patterns;
    size_t npatterns;
    struct sink *sink;
};

/* --and, --not */

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

/* Returns the options of a search in one record, which is an input. */
static struct options options_for_one(const struct options *o)
{
    struct options one = *o;
    one.records.span_lines = true;
    one.records.delimiter = NULL;
    one.records.delimiter_byte = -1;
    one.records.crlf = one.query.rules.crlf = false;
    one.work.chunk_size = 0;
    one.query.rules.needs.report = REPORT_FIRST;
    one.query.rules.groups = one.query.rules.needs.filtered = false;
    return one;
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

/* --where, --where-not */

static const char *option_of(const struct where *w)
{
    return w->negated ? "--where-not" : "--where";
}

/* Returns whether the record matches. */
static bool is_matched(const struct record_filters *f, size_t i, struct record *record)
{
    const struct where *w = &f->wheres[i];
    const char *reason = NULL;
    record_join(record, option_of(w));
    enum regex_result result =
        regex_search_record(f->searches[i], record->bytes, record->length, &reason);
    if (result == REGEX_ERROR) {
        sink_flush(f->sink);
        die("%s '%s': %s", option_of(w), w->regex, reason);
    }
    return result == REGEX_YES;
}

struct record_filters *record_filters_open(const struct options *o, bool utf8, struct sink *sink)
{
    struct record_filters *f = xcalloc(1, sizeof *f);
    *f = (struct record_filters){.wheres = o->query.wheres,
                                 .nwheres = o->query.nwheres,
                                 .one = options_for_one(o),
                                 .sink = sink};
    f->searches = xcalloc(f->nwheres, sizeof *f->searches);
    f->patterns = xcalloc(o->query.nrecord_patterns, sizeof *f->patterns);
    bool good = true;
    for (size_t i = 0; i < f->nwheres && good; i++) {
        const struct where *w = &f->wheres[i];
        f->searches[i] = regex_search_open(option_of(w), w->regex, utf8, false);
        good = f->searches[i] != NULL;
    }
    for (; f->npatterns < o->query.nrecord_patterns && good; f->npatterns++)
        good = open_search(&f->patterns[f->npatterns], &f->one,
                           &o->query.record_patterns[f->npatterns]);
    if (good)
        return f;
    record_filters_close(f);
    return NULL;
}

void record_filters_close(struct record_filters *f)
{
    if (f == NULL)
        return;
    for (size_t i = 0; i < f->nwheres; i++)
        if (f->searches[i] != NULL)
            regex_search_close(f->searches[i]);
    for (size_t i = 0; i < f->npatterns; i++)
        close_search(&f->patterns[i]);
    free(f->searches);
    free(f->patterns);
    free(f);
}

bool record_filters_hold(struct record_filters *f, struct record *record)
{
    for (size_t i = 0; i < f->nwheres; i++)
        if (is_matched(f, i, record) == f->wheres[i].negated)
            return false;
    for (size_t i = 0; i < f->npatterns; i++)
        if (pattern_occurs(&f->patterns[i], record) == f->patterns[i].negated)
            return false;
    return true;
}

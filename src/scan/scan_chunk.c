#include "scan/scan_chunk.h"

#include "base/diag.h"
#include "query/folding_border.h"
#include "scan/first_bound.h"

void scan_chunk_check(const struct scanner_parts *parts, enum engine_status status)
{
    const struct engine *engine = parts->engines[SCANNER_ENGINE];
    if (status == ENGINE_OK || status == ENGINE_FULL)
        return;
    if (status == ENGINE_MEMORY)
        die_out_of_memory();
    die("engine %s failed: %s", engine->name,
        engine->devices != NULL ? engine_loaded(engine)->devices->why_failed() : "no reason known");
}

/* Returns a view of chunk c that owns only `own`, with the same buffers. */
static struct chunk view(const struct scan_chunk *s, const struct chunk *c, struct share own)
{
    struct chunk part = *c;
    part.own = own;
    part.section.number = s->cuts;
    part.begin_byte = own.begin == c->own.begin ? c->begin_byte : chunk_byte(c, own.begin);
    part.end_byte = own.end == c->own.end ? c->end_byte : chunk_byte(c, own.end);
    if (c->rules.folding != NULL)
        part.folded.own = (struct span){chunk_folded(c, own.begin), chunk_folded(c, own.end)};
    part.origin.ends_text = c->origin.ends_text && own.end == c->own.end;
    return part;
}

/* Returns whether a cut before symbol `at` would split a delimiter, or a piece of the normal form:
 * symbols of a piece may come of the same bytes, or have changed places. */
static bool cut_splits(const struct chunk *c, size_t at)
{
    size_t byte = chunk_byte(c, at);
    if (c->rules.crlf && byte > 0 && c->bytes[byte] == '\n' && c->bytes[byte - 1] == '\r')
        return true;
    return c->rules.folding != NULL &&
           (byte == chunk_byte(c, at - 1) ||
            folding_border(c->rules.folding, c->bytes, byte, c->nbytes) != byte);
}

/* Returns whether a record begins before what the chunk owns, and continues in it. */
static bool inside_record(const struct chunk *c)
{
    size_t begin = c->own.begin;
    return begin > 0 && chunk_record_end(c, begin - 1, begin) == begin;
}

/* Returns whether only whole records give a bound. */
static bool needs_records(const struct scan_chunk *s, const struct distance_bounds *bounds)
{
    const struct query *q = s->scanner.parts->query;
    if (q->report.lowers == LOWERS_RECORDS)
        return !distance_bounds_known(bounds);
    return s->find_first != NULL && first_bound_lacks(q, bounds);
}

/* Returns where to cut: near the middle; or behind a small part that is scanned first for a bound,
 * of whole records if others may have no results; or at the end of a record for which there is a
 * bound. own.end if it cannot be cut. */
static size_t choose_cut(struct scan_chunk *s, const struct chunk *c)
{
    const struct share own = c->own;
    size_t n = own.end - own.begin;
    const struct distance_bounds *bounds = scanner_bounds(&s->scanner, c);
    bool seeks = scanner_seeks_bound(&s->scanner);
    size_t first = seeks ? first_bound_share(s->scanner.parts->query, bounds, n) : n / 2;
    size_t record = chunk_record_end(c, own.begin, own.end) - own.begin;
    if (record > first && record < n && scanner_bounds_record(&s->scanner, c))
        first = record;
    if (seeks && needs_records(s, bounds)) {
        size_t from = inside_record(c) ? own.begin : own.begin + first;
        size_t next = chunk_record_end(c, from, own.end) + 1;
        first = next < own.end ? next - own.begin : first;
    }
    size_t middle = own.begin + (first > 0 ? first : 1);
    for (size_t at = middle; at > own.begin && n > 1; at--)
        if (!cut_splits(c, at))
            return at;
    for (size_t at = middle + 1; at < own.end; at++)
        if (!cut_splits(c, at))
            return at;
    return own.end;
}

/* Returns the part [begin, end) with its lead-in: where occurrences have no greatest length, from
 * the delimiter before the record on. */
static struct share part_at(const struct scan_chunk *s, const struct chunk *c, size_t begin,
                            size_t end)
{
    uint32_t overlap = s->scanner.parts->query->overlap;
    if (overlap != OVERLAP_RECORD)
        return share_at(begin, end, overlap);
    size_t record = chunk_record_begin(c, 0, begin);
    return (struct share){record > 0 ? record - 1 : 0, begin, end};
}

static uint64_t scan_parts(struct scan_chunk *s, const struct chunk *c, struct hits *hits,
                           bool *more);

/* Passes on the hits of a part, which was scanned with this status. Sets *more to false if the
 * search stops. */
static uint64_t pass_on(struct scan_chunk *s, const struct chunk *part, struct hits *hits,
                        enum engine_status status, bool *more)
{
    if (status == ENGINE_FULL && part->section.uncut)
        status = ENGINE_FAILED;
    scan_chunk_check(s->scanner.parts, status);
    if (status == ENGINE_FULL)
        return scan_parts(s, part, hits, more);
    uint64_t n = hits->n;
    *more = s->take(s->context, part, hits);
    return n;
}

/* Returns the symbol up to which no record has results, where nothing bounds distances yet. Behind
 * many of them, small parts are scanned for a bound again. */
static size_t pass_over(struct scan_chunk *s, const struct chunk *c)
{
    if (s->find_first == NULL ||
        !first_bound_lacks(s->scanner.parts->query, scanner_bounds(&s->scanner, c)))
        return c->own.begin;
    size_t first = s->find_first(s->context, c);
    if (first == c->own.end || first - c->own.begin >= first_bound_least)
        s->scanner.cuts = 0;
    return first;
}

/* Scans a part of the chunk, then the rest; each may have too many hits again. What cannot be cut
 * is one part, whose hits always fit. */
static uint64_t scan_parts(struct scan_chunk *s, const struct chunk *c, struct hits *hits,
                           bool *more)
{
    uint64_t n = 0;
    struct chunk rest = *c;
    enum engine_status status = ENGINE_FULL;
    *more = true;
    while (status == ENGINE_FULL && *more) {
        struct share own = rest.own;
        size_t first = pass_over(s, &rest);
        size_t cut = first > own.begin ? first : choose_cut(s, &rest);
        struct chunk part = view(s, &rest, part_at(s, &rest, own.begin, cut));
        part.section.uncut = cut == own.end;
        status = ENGINE_OK;
        hits_clear(hits);
        if (first == own.begin)
            status = scanner_scan(&s->scanner, &part, hits);
        n += pass_on(s, &part, hits, status, more);
        if (cut == own.end || !*more)
            break;
        rest = view(s, &rest, part_at(s, &rest, cut, own.end));
        rest.section.uncut = false;
        status = scanner_scan(&s->scanner, &rest, hits);
        if (status != ENGINE_FULL)
            n += pass_on(s, &rest, hits, status, more);
    }
    return n;
}

uint64_t scan_chunk_hits(struct scan_chunk *s, const struct chunk *c, struct hits *hits,
                         enum engine_status status)
{
    bool more;
    if (status != ENGINE_FULL)
        return pass_on(s, c, hits, status, &more);
    s->cuts++;
    return scan_parts(s, c, hits, &more);
}

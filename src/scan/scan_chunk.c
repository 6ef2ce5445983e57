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
    if (c->rules.equality != NULL)
        part.folded.own = (struct span){chunk_plain(c, own.begin), chunk_plain(c, own.end)};
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
    return c->rules.equality != NULL &&
           (byte == chunk_byte(c, at - 1) ||
            equality_border(c->rules.equality, c->bytes, byte, c->nbytes) != byte);
}

/* Returns where to cut: near the middle; or behind a small part that is scanned first for a bound;
 * or at the end of a record for which there is one. own.end if it cannot be cut. */
static size_t choose_cut(struct scan_chunk *s, const struct chunk *c)
{
    const struct share own = c->own;
    size_t n = own.end - own.begin;
    const struct distance_bounds *bounds = scanner_bounds(&s->scanner, c);
    size_t first = scanner_seeks_bound(&s->scanner)
                       ? first_bound_share(s->scanner.parts->query, bounds, n)
                       : n / 2;
    size_t record = chunk_record_end(c, own.begin, own.end) - own.begin;
    if (record > first && record < n && scanner_bounds_record(&s->scanner, c))
        first = record;
    size_t middle = own.begin + (first > 0 ? first : 1);
    for (size_t at = middle; at > own.begin && n > 1; at--)
        if (!cut_splits(c, at))
            return at;
    for (size_t at = middle + 1; at < own.end; at++)
        if (!cut_splits(c, at))
            return at;
    return own.end;
}

/* Scans one half, then the other; a half may have too many hits again. What cannot be cut is one
 * part, whose hits always fit. Sets *more to false if the search stops. */
static uint64_t scan_halves(struct scan_chunk *s, const struct chunk *c, struct hits *hits,
                            bool *more)
{
    uint64_t n = 0;
    const struct share own = c->own;
    size_t middle = choose_cut(s, c);
    *more = true;
    for (size_t half = 0; half < 2 && *more; half++) {
        uint32_t overlap = s->scanner.parts->query->overlap;
        struct share share =
            half == 0 ? share_at(own.begin, middle, overlap) : share_at(middle, own.end, overlap);
        if (share.begin == share.end)
            continue;
        struct chunk part = view(s, c, share);
        part.section.uncut = middle == own.end;
        enum engine_status status = scanner_scan(&s->scanner, &part, hits);
        if (status == ENGINE_FULL && part.section.uncut)
            status = ENGINE_FAILED;
        scan_chunk_check(s->scanner.parts, status);
        if (status == ENGINE_FULL) {
            n += scan_halves(s, &part, hits, more);
        } else {
            n += hits->n;
            *more = s->take(s->context, &part, hits);
        }
    }
    return n;
}

uint64_t scan_chunk_hits(struct scan_chunk *s, const struct chunk *c, struct hits *hits,
                         enum engine_status status)
{
    bool more;
    if (status == ENGINE_FULL) {
        s->cuts++;
        return scan_halves(s, c, hits, &more);
    }
    scan_chunk_check(s->scanner.parts, status);
    (void)s->take(s->context, c, hits);
    return hits->n;
}

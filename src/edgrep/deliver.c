/* deliver.c - see deliver.h. */
#include "edgrep/deliver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"

static _Noreturn void die_of(const struct deliver *d, enum engine_status status)
{
    const struct engine *engine = d->search->scanner.engines[SCANNER_ENGINE];
    if (status == ENGINE_MEMORY)
        die("%s", strerror(ENOMEM));
    die("engine %s failed: %s", engine->name,
        engine->devices != NULL ? engine->devices->why_failed() : "no reason known");
}

enum engine_status deliver_scan(struct deliver *d, const struct chunk *c, struct share own,
                                struct hits *hits)
{
    unsigned engine = scanner_engine(&d->search->scanner, SCANNER_ENGINE, own);
    enum engine_status status = scanner_begin(&d->scanner, engine, c, own, hits);
    return status == ENGINE_OK ? scanner_end(&d->scanner, engine) : status;
}

static void begin_input(struct deliver *d, struct news *n)
{
    free(d->name);
    d->name = n->name;
    d->left = n->size;
    n->name = NULL;
    if (n->unopened)
        return;
    d->search->stats->inputs++;
    progress_input(d->search->progress, n->size);
    select_begin(d->search->select, d->name, n->size);
    matches_input(d->search->matches);
}

/* The input ends with the chunk, or nothing more of it is wanted. */
static void end_input(struct deliver *d, const struct chunk *c, const struct news *n)
{
    struct select *select = d->search->select;
    if (n->errnum != 0)
        diag_file(d->name, strerror(n->errnum));
    else if (n->reason != NULL && n->harmless)
        diag_warning("%s: warning: %s", d->name, n->reason);
    else if (n->reason != NULL)
        diag_file(d->name, n->reason);
    if (!n->unopened)
        select_end(select, c->offset + c->end_byte);
    source_done(d->search->source, c->input, n->unopened ? UINT64_MAX : select_behind(select));
}

/* Chunk c, but it owns only `own`. It has the same buffers. */
static struct chunk view(const struct chunk *c, struct share own)
{
    struct chunk part = *c;
    part.own = own;
    part.begin_byte = chunk_byte(c, own.begin);
    part.end_byte = chunk_byte(c, own.end);
    part.ends_text = c->ends_text && own.end == c->own.end;
    return part;
}

/* Scans and delivers a chunk, which has more hits than a list holds, in halves: first one, then the
 * other. A half may have too many again. */
static void deliver_in_halves(struct deliver *d, const struct chunk *c, struct share own,
                              struct hits *hits)
{
    const struct search *s = d->search;
    for (size_t half = 0; half < 2 && select_state(s->select) == SELECT_GO_ON; half++) {
        size_t middle = own.begin + (own.end - own.begin + 1) / 2;
        struct share share = half == 0 ? share_at(own.begin, middle, s->scanner.query->overlap)
                                       : share_at(middle, own.end, s->scanner.query->overlap);
        if (share.begin == share.end)
            continue;
        enum engine_status status = deliver_scan(d, c, share, hits);
        if (status == ENGINE_FULL && share.end - share.begin > 1) {
            deliver_in_halves(d, c, share, hits);
        } else if (status == ENGINE_OK) {
            struct chunk part = view(c, share);
            s->stats->hits += hits->n;
            matches_chunk(s->matches, &part, hits);
        } else {
            die_of(d, status);
        }
    }
}

static void take_hits(struct deliver *d, const struct chunk *c, struct hits *hits,
                      enum engine_status status)
{
    const struct search *s = d->search;
    if (status == ENGINE_FULL) {
        deliver_in_halves(d, c, c->own, hits);
    } else if (status == ENGINE_OK) {
        s->stats->hits += hits->n;
        matches_chunk(s->matches, c, hits);
    } else {
        die_of(d, status);
    }
}

static void count_work(struct deliver *d, const struct chunk *c)
{
    const struct search *s = d->search;
    uint64_t bytes = c->end_byte - c->begin_byte;
    double rows = 0;
    for (size_t i = 0; i < s->scanner.query->npatterns; i++)
        rows += s->scanner.query->patterns[i].m;
    s->stats->cells += rows * (double)(c->own.end - c->own.begin);
    s->stats->bytes += bytes;
    progress_add(s->progress, (double)bytes);
    if (d->left != UINT64_MAX)
        d->left = d->left > bytes ? d->left - bytes : 0;
}

bool deliver_chunk(struct deliver *d, const struct chunk *c, struct news *n, struct hits *hits,
                   enum engine_status status)
{
    const struct search *s = d->search;
    double start = io_seconds();
    trace(TRACE_MATCH, "input %llu, bytes %llu to %llu: %zu hits%s", (unsigned long long)c->input,
          (unsigned long long)(c->offset + c->begin_byte),
          (unsigned long long)(c->offset + c->end_byte), hits->n,
          source_is_done(s->source, c->input) ? ", not wanted any more" : "");
    if (source_is_done(s->source, c->input))
        return true; /* it was done with before its end */
    if (n->first)
        begin_input(d, n);
    if (!n->unopened) {
        count_work(d, c);
        take_hits(d, c, hits, status);
    }
    if (n->last || select_state(s->select) != SELECT_GO_ON)
        end_input(d, c, n);
    s->stats->resolve += io_seconds() - start;
    return n->unopened || select_state(s->select) != SELECT_ALL_DONE;
}

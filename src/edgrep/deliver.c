/* deliver.c - see deliver.h. */
#include "edgrep/deliver.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"

static double rows_of(const struct query *q)
{
    double rows = 0;
    for (size_t i = 0; i < q->npatterns; i++)
        rows += q->patterns[i].m;
    return rows;
}

struct deliver deliver_open(const struct search *search, unsigned device)
{
    return (struct deliver){.search = search,
                            .sift = {.scanner = {.parts = &search->scanner, .device = device},
                                     .take = matches_take,
                                     .context = search->matches},
                            .rows = rows_of(search->scanner.query),
                            .left = UINT64_MAX};
}

void deliver_close(struct deliver *d)
{
    stats_add(d->search->stats, &d->sift.scanner);
    scanner_close(&d->sift.scanner);
    free(d->name);
}

static bool is_done(const struct deliver *d, uint64_t input)
{
    return source_is_done(d->search->source, input);
}

static enum select_state state(const struct deliver *d)
{
    return select_state(d->search->select);
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
    matches_input(d->search->matches, 0);
}

static void count_packed(struct stats *s, const struct news *n)
{
    s->packed += n->packed > 0;
    s->packed_bytes += n->packed;
}

/* The input ends at byte `end`, or nothing more of it is wanted. */
static void end_input(struct deliver *d, uint64_t input, uint64_t end, const struct news *n)
{
    struct select *select = d->search->select;
    count_packed(d->search->stats, n);
    if (n->errnum != 0)
        diag_file(d->name, strerror(n->errnum));
    else if (n->reason != NULL && n->harmless)
        diag_warning("%s: warning: %s", d->name, n->reason);
    else if (n->reason != NULL)
        diag_file(d->name, n->reason);
    if (!n->unopened)
        select_end(select, end);
    source_done(d->search->source, input, n->unopened ? UINT64_MAX : select_behind(select));
}

static void count_work(struct deliver *d, uint64_t bytes, uint64_t symbols, uint64_t hits)
{
    const struct search *s = d->search;
    s->stats->cells += d->rows * (double)symbols;
    s->stats->bytes += bytes;
    s->stats->hits += hits;
    progress_add(s->progress, (double)bytes);
    if (d->left != UINT64_MAX)
        d->left = d->left > bytes ? d->left - bytes : 0;
}

/* False when nothing more is wanted. */
static bool deliver_chunk(struct deliver *d, struct slot *slot)
{
    const struct chunk *c = &slot->chunk;
    struct news *n = &slot->news;
    trace(TRACE_MATCH, "input %llu, bytes %llu to %llu: %zu hits%s", (unsigned long long)c->input,
          (unsigned long long)(c->offset + c->begin_byte),
          (unsigned long long)(c->offset + c->end_byte), slot->hits.n,
          is_done(d, c->input) ? ", not wanted any more" : "");
    sift_check(&d->search->scanner, slot->status);
    if (is_done(d, c->input))
        return true; /* it was done with before its end */
    if (n->first)
        begin_input(d, n);
    if (!n->unopened) {
        uint64_t hits = sift_hits(&d->sift, c, &slot->hits, slot->status);
        count_work(d, c->end_byte - c->begin_byte, c->own.end - c->own.begin, hits);
    }
    if (n->last || state(d) != SELECT_GO_ON)
        end_input(d, c->input, c->offset + c->end_byte, n);
    return n->unopened || state(d) != SELECT_ALL_DONE;
}

/* What was made of a part that could be opened. */
static void join_part(struct deliver *d, struct slot *slot, const struct part *p,
                      const struct extract_part *x)
{
    trace(TRACE_MATCH, "input %llu, bytes %llu to %llu: a part, %llu selected",
          (unsigned long long)p->input, (unsigned long long)p->begin, (unsigned long long)x->end,
          (unsigned long long)x->finding.selection.selected);
    matches_join(d->search->matches, &x->finding, &slot->extract.collected, x->end);
    count_work(d, x->end - p->begin, x->symbols, x->hits);
}

/* Takes in part i of a range; false when nothing more is wanted. */
static bool deliver_part(struct deliver *d, struct slot *slot, size_t i)
{
    struct part *p = &slot->range.parts[i];
    const struct extract_part *x = &slot->extract.parts[i];
    if (is_done(d, p->input))
        return true;
    if (p->news.first)
        begin_input(d, &p->news);
    if (!p->news.unopened)
        join_part(d, slot, p, x);
    if (x->cut)
        return true;
    if (p->news.last || p->news.errnum != 0 || state(d) != SELECT_GO_ON)
        end_input(d, p->input, x->end, &p->news);
    return p->news.unopened || state(d) != SELECT_ALL_DONE;
}

/* How many parts there is anything of, if the worker died over the range. */
static size_t parts_done(const struct slot *slot)
{
    const struct extract *x = &slot->extract;
    size_t n = 0;
    if (slot->death == NULL)
        return slot->range.nparts;
    while (n < x->nparts && (x->parts[n].ended || slot->range.parts[n].news.unopened))
        n++;
    return n < x->nparts && x->parts[n].cut ? n + 1 : n;
}

static bool deliver_range(struct deliver *d, struct slot *slot)
{
    const struct extract *x = &slot->extract;
    size_t n = parts_done(slot);
    bool more = true;
    for (size_t i = 0; more && i < n; i++)
        more = deliver_part(d, slot, i);
    d->search->stats->read += x->read;
    d->search->stats->resolve += x->resolve;
    return more;
}

bool deliver_slot(struct deliver *d, struct slot *slot)
{
    double start = io_seconds();
    bool more = slot_has_range(slot) ? deliver_range(d, slot) : deliver_chunk(d, slot);
    d->search->stats->resolve += io_seconds() - start;
    if (more && slot->death != NULL) {
        sink_flush(d->search->sink);
        die("%s", slot->death);
    }
    return more;
}

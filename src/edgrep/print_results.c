/* print_results.c - see print_results.h. */
#include "edgrep/print_results.h"

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

struct print_results print_results_open(const struct search *search, unsigned device)
{
    return (struct print_results){.search = search,
                                  .sift = {.scanner = {.parts = &search->scanner, .device = device},
                                           .take = matches_take,
                                           .context = search->matches},
                                  .rows = rows_of(search->scanner.query),
                                  .left = UINT64_MAX};
}

void print_results_close(struct print_results *r)
{
    stats_add(r->search->stats, &r->sift.scanner);
    scanner_close(&r->sift.scanner);
    free(r->name);
}

static bool is_done(const struct print_results *r, uint64_t input)
{
    return source_is_done(r->search->source, input);
}

static enum select_state state(const struct print_results *r)
{
    return select_state(r->search->select);
}

static void begin_input(struct print_results *r, struct input_status *n)
{
    free(r->name);
    r->name = n->name;
    r->left = n->size;
    n->name = NULL;
    if (n->unopened)
        return;
    r->search->stats->inputs++;
    progress_input(r->search->progress, n->size);
    select_begin(r->search->select, r->name, n->size);
    matches_input(r->search->matches, 0);
}

static void count_packed(struct stats *s, const struct input_status *n)
{
    s->packed += n->packed > 0;
    s->packed_bytes += n->packed;
}

/* Ends the input at byte `end`: there its text ends, or no more of it is needed. */
static void end_input(struct print_results *r, uint64_t input, uint64_t end,
                      const struct input_status *n)
{
    struct select *select = r->search->select;
    count_packed(r->search->stats, n);
    if (n->errnum != 0)
        diag_file(r->name, input_status_error(n->errnum));
    else if (n->reason != NULL && n->harmless)
        diag_warning("%s: warning: %s", r->name, n->reason);
    else if (n->reason != NULL)
        diag_file(r->name, n->reason);
    if (!n->unopened)
        select_end(select, end);
    source_done(r->search->source, input, n->unopened ? UINT64_MAX : select_behind(select));
}

static void count_work(struct print_results *r, uint64_t bytes, uint64_t symbols, uint64_t hits)
{
    const struct search *s = r->search;
    s->stats->cells += r->rows * (double)symbols;
    s->stats->bytes += bytes;
    s->stats->hits += hits;
    progress_add(s->progress, (double)bytes);
    if (r->left != UINT64_MAX)
        r->left = r->left > bytes ? r->left - bytes : 0;
}

/* Returns false if the search needs nothing more. */
static bool deliver_chunk(struct print_results *r, struct slot *slot)
{
    const struct chunk *c = &slot->chunk;
    struct input_status *n = &slot->news;
    trace(TRACE_MATCH, "input %llu, bytes %llu to %llu: %zu hits%s", (unsigned long long)c->input,
          (unsigned long long)(c->offset + c->begin_byte),
          (unsigned long long)(c->offset + c->end_byte), slot->hits.n,
          is_done(r, c->input) ? ", not needed any more" : "");
    scan_chunk_check(&r->search->scanner, slot->status);
    if (is_done(r, c->input))
        return true; /* the input was done before its end */
    if (n->first)
        begin_input(r, n);
    if (!n->unopened) {
        uint64_t hits = scan_chunk_hits(&r->sift, c, &slot->hits, slot->status);
        count_work(r, c->end_byte - c->begin_byte, c->own.end - c->own.begin, hits);
    }
    if (n->last || state(r) != SELECT_GO_ON)
        end_input(r, c->input, chunk_source(c, c->end_byte), n);
    return n->unopened || state(r) != SELECT_ALL_DONE;
}

/* Joins the results of a part that could be opened. */
static void join_part(struct print_results *r, struct slot *slot, const struct part *part,
                      const struct extract_part *x)
{
    trace(TRACE_MATCH, "input %llu, bytes %llu to %llu: a part, %llu selected",
          (unsigned long long)part->input, (unsigned long long)part->begin,
          (unsigned long long)x->end, (unsigned long long)x->finding.selection.selected);
    matches_join(r->search->matches, &x->finding, &slot->extract.collected, x->end);
    count_work(r, x->end - part->begin, x->symbols, x->hits);
}

/* Prints part i of a range. Returns false if the search needs nothing more. */
static bool deliver_part(struct print_results *r, struct slot *slot, size_t i)
{
    struct part *part = &slot->range.parts[i];
    const struct extract_part *x = &slot->extract.parts[i];
    if (is_done(r, part->input))
        return true;
    if (part->news.first)
        begin_input(r, &part->news);
    if (!part->news.unopened)
        join_part(r, slot, part, x);
    if (x->cut)
        return true;
    if (part->news.last || part->news.errnum != 0 || state(r) != SELECT_GO_ON)
        end_input(r, part->input, x->source, &part->news);
    return part->news.unopened || state(r) != SELECT_ALL_DONE;
}

/* Returns how many parts have results: all, or those before the worker failed. */
static size_t subproblems_done(const struct slot *slot)
{
    const struct extract *x = &slot->extract;
    size_t n = 0;
    if (slot->death == NULL)
        return slot->range.nparts;
    while (n < x->nparts && (x->parts[n].ended || slot->range.parts[n].news.unopened))
        n++;
    return n < x->nparts && x->parts[n].cut ? n + 1 : n;
}

static bool deliver_range(struct print_results *r, struct slot *slot)
{
    const struct extract *x = &slot->extract;
    size_t n = subproblems_done(slot);
    bool more = true;
    for (size_t i = 0; more && i < n; i++)
        more = deliver_part(r, slot, i);
    r->search->stats->read += x->read;
    r->search->stats->resolve += x->resolve;
    return more;
}

bool print_results_slot(struct print_results *r, struct slot *slot)
{
    double start = io_seconds();
    bool more = slot_has_range(slot) ? deliver_range(r, slot) : deliver_chunk(r, slot);
    r->search->stats->resolve += io_seconds() - start;
    if (more && slot->death != NULL) {
        sink_flush(r->search->sink);
        die("%s", slot->death);
    }
    return more;
}

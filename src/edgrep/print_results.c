#include "edgrep/print_results.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"

struct print_results print_results_open(const struct search *search, unsigned device)
{
    const struct query *q = search->scanner.query;
    struct print_results r = {
        .search = search,
        .scan_chunk = matches_scan(search->matches, &search->scanner, device),
        .left = UINT64_MAX,
    };
    for (size_t i = 0; i < q->npatterns; i++)
        r.rows += q->patterns[i].m;
    return r;
}

void print_results_close(struct print_results *r)
{
    stats_add(r->search->stats, &r->scan_chunk.scanner);
    scanner_close(&r->scan_chunk.scanner);
    free(r->name);
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

static void report_error(const struct print_results *r, const struct input_status *n)
{
    if (n->errnum != 0)
        diag_file(r->name, input_status_error(n->errnum));
    else if (n->reason != NULL && n->harmless)
        diag_warning("%s: warning: %s", r->name, n->reason);
    else if (n->reason != NULL)
        diag_file(r->name, n->reason);
}

/* Ends the input at byte `end`: its text ends there, or the search needs no more of it. If the
 * search needs no more, an error behind `end` is not reported: with smaller chunks, the program
 * would not have read that far. */
static void end_input(struct print_results *r, uint64_t input, uint64_t end,
                      const struct input_status *n)
{
    struct select *select = r->search->select;
    r->search->stats->packed += n->packed > 0;
    r->search->stats->packed_bytes += n->packed;
    if (n->unopened || select_state(select) == SELECT_GO_ON)
        report_error(r, n);
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

/* Prints a piece of an input: the slot's chunk, or `part` of its range, whose results `x` has.
 * Returns false if the search needs nothing more. */
static bool print_piece(struct print_results *r, struct slot *slot, struct part *part,
                        const struct extract_part *x)
{
    const struct search *s = r->search;
    const struct chunk *c = &slot->chunk;
    struct input_status *n = part != NULL ? &part->input_status : &slot->input_status;
    uint64_t input = part != NULL ? part->input : c->origin.input;
    uint64_t begin = part != NULL ? part->begin : c->origin.offset + c->begin_byte;
    uint64_t end = part != NULL ? x->end : c->origin.offset + c->end_byte;
    bool done = source_is_done(s->source, input);
    trace(TRACE_MATCH, "input %llu, bytes %llu to %llu%s", (unsigned long long)input,
          (unsigned long long)begin, (unsigned long long)end, done ? ": not needed any more" : "");
    if (done)
        return true;
    if (n->first)
        begin_input(r, n);
    if (part != NULL && !n->unopened) {
        matches_join(s->matches, &x->finding, &slot->extract.collected, end);
        count_work(r, end - begin, x->symbols, x->hits);
    } else if (!n->unopened) {
        uint64_t hits = scan_chunk_hits(&r->scan_chunk, c, &slot->hits, slot->status);
        count_work(r, end - begin, c->own.end - c->own.begin, hits);
    }
    if (x != NULL && x->cut)
        return true;
    if (n->last || n->errnum != 0 || select_state(s->select) != SELECT_GO_ON)
        end_input(r, input, x != NULL ? x->source : chunk_source(c, c->end_byte), n);
    return n->unopened || select_state(s->select) != SELECT_ALL_DONE;
}

/* Returns how many parts have results: all, or those before the worker failed. */
static size_t parts_done(const struct slot *slot)
{
    const struct extract *x = &slot->extract;
    size_t n = 0;
    if (slot->death == NULL)
        return slot->range.nparts;
    while (n < x->nparts && (x->parts[n].ended || slot->range.parts[n].input_status.unopened))
        n++;
    return n < x->nparts && x->parts[n].cut ? n + 1 : n;
}

bool print_results_slot(struct print_results *r, struct slot *slot)
{
    const struct search *s = r->search;
    double start = io_seconds();
    bool more = true;
    if (slot_has_range(slot)) {
        size_t n = parts_done(slot);
        for (size_t i = 0; more && i < n; i++)
            more = print_piece(r, slot, &slot->range.parts[i], &slot->extract.parts[i]);
        s->stats->read += slot->extract.read;
        s->stats->resolve += slot->extract.resolve;
    } else {
        scan_chunk_check(&s->scanner, slot->status); /* even if the input was done before its end */
        more = print_piece(r, slot, NULL, NULL);
    }
    s->stats->resolve += io_seconds() - start;
    if (more && slot->death != NULL) {
        sink_flush(s->sink);
        die("%s", slot->death);
    }
    return more;
}

#include "scan/overhangs.h"

#include <stdlib.h>

#include "plan/costs.h"
#include "scan/multi_rows.h"
#include "scan/undecided.h"

struct overhangs {
    const struct query *q;
    struct contest *contest;
    struct multi *whole;
    struct undecided ends; /* the ends of records */
    struct hits found;     /* near them */
    double whole_cost;     /* predicted nanoseconds per symbol */
};

struct overhangs *overhangs_open(const struct sliced_kernel *kernel, const struct query *q,
                                 const struct alphabet *a, const struct distance_bounds *bests,
                                 struct scan_shared *shared)
{
    struct overhangs *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct overhangs){.q = q, .contest = &shared->first_way};
    x->whole = multi_open(kernel, shared->first_query, a, bests, shared->first);
    if (x->whole == NULL) {
        overhangs_close(x);
        return NULL;
    }
    for (size_t p = 0; p < q->npatterns; p++)
        x->whole_cost += multi_rows_cost_whole(q->patterns[p].m, kernel->lanes);
    return x;
}

void overhangs_close(struct overhangs *x)
{
    if (x == NULL)
        return;
    multi_close(x->whole);
    undecided_close(&x->ends);
    hits_free(&x->found);
    free(x);
}

/* Searches near the ends of records. Where other text of its record was left out before a hit, the
 * hit counts only if as many symbols as an occurrence can have are there. */
static enum engine_status search_ends(struct overhangs *x, struct multi *automata,
                                      struct hits *hits)
{
    struct undecided *u = &x->ends;
    hits_begin(&x->found, hits->most - hits->n);
    enum engine_status status = multi_submit(automata, &u->chunk, u->own, &x->found);
    for (size_t i = 0; i < x->found.n && status == ENGINE_OK; i++) {
        struct hit h = x->found.v[i];
        if (undecided_contiguous(u, h.end, x->q->overlap) &&
            !hits_add(hits, undecided_end(u, h.end), h.distance, h.pattern))
            status = engine_lacks_room(hits);
    }
    return status;
}

/* Searches for whole patterns, then near the ends of records. */
static enum engine_status search_whole(struct overhangs *x, struct multi *automata,
                                       const struct chunk *c, struct share own, struct hits *hits)
{
    struct undecided *u = &x->ends;
    enum engine_status status = multi_submit(x->whole, c, own, hits);
    if (status != ENGINE_OK)
        return status;
    if (x->q->report.once_whole && (!undecided_begin(u, c, own) || !undecided_drop(u, hits, NULL) ||
                                    !undecided_keep_ends(u, x->q->overlap)))
        return ENGINE_MEMORY;
    u->chunk.section.number = 0; /* the next part does not continue it */
    return u->own.begin < u->own.end ? search_ends(x, automata, hits) : ENGINE_OK;
}

enum engine_status overhangs_submit(struct overhangs *x, struct multi *automata,
                                    const struct chunk *c, struct share own, struct hits *hits)
{
    struct undecided *u = &x->ends;
    bool once = x->q->report.once_whole; /* then perhaps no record is left */
    if (!once && (!undecided_begin(u, c, own) || !undecided_keep_ends(u, x->q->overlap)))
        return ENGINE_MEMORY;
    if (!once && u->chunk.length == c->length)
        return multi_submit(automata, c, own, hits);
    size_t symbols = own.end - own.lead;
    double cost = COST_LAZY_DFA_CONDITIONS * (double)x->q->npatterns;
    double left = once ? 0 : cost * (double)(u->own.end - u->own.lead);
    struct contest_way ways[] = {
        {.way = WAY_WHOLE, .predicted = x->whole_cost * (double)symbols + left},
        {.way = WAY_AUTOMATA, .predicted = cost * (double)symbols}};
    struct contest_turn turn;
    enum way way =
        contest_begin(&turn, x->contest, "overhang", ways, 2, symbols, chunk_bytes_of(c, own));
    enum engine_status status = way == WAY_WHOLE ? search_whole(x, automata, c, own, hits)
                                                 : multi_submit(automata, c, own, hits);
    contest_end(&turn, symbols);
    return status == ENGINE_OK && !hits_settle(hits) ? ENGINE_MEMORY : status;
}

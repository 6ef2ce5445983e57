#include "scan/sliced_paths.h"

#include <math.h>
#include <stdlib.h>

#include "plan/costs.h"
#include "scan/bit_nfa_scan.h"
#include "scan/nfa_lead_in.h"
#include "scan/nfa_scan.h"
#include "scan/path_pieces.h"

enum { LEAD_IN_CHECKS = 8 /* share of the lead-in's time for finding a shorter one */ };

/* The search for one pattern. */
struct paths_search {
    struct bit_nfa_scan *states; /* NULL without an automaton */
    struct path_pieces pieces;
    struct nfa_lead_in lead_in; /* if nfa_lead_in_pays() */
    struct contest_turn turn;
};

struct sliced_paths {
    const struct query *q;
    const struct alphabet *a;
    const struct sliced_kernel *kernel;
    struct contest *contests; /* of each pattern */
    struct nfa_scan *nfa;
    struct paths_search *searches; /* of each pattern */
};

void sliced_paths_close(struct sliced_paths *x)
{
    if (x == NULL)
        return;
    nfa_scan_close(x->nfa);
    for (size_t p = 0; x->searches != NULL && x->q->automata && p < x->q->npatterns; p++) {
        bit_nfa_scan_close(x->searches[p].states);
        path_pieces_close(&x->searches[p].pieces);
        nfa_lead_in_close(&x->searches[p].lead_in);
    }
    free(x->searches);
    free(x);
}

static bool open_searches(struct sliced_paths *x, const struct sample *sample)
{
    size_t n = x->q->automata ? x->q->npatterns : 0;
    x->searches = calloc(n + 1, sizeof *x->searches);
    bool good = x->searches != NULL;
    for (uint32_t p = 0; p < n && good; p++) {
        struct paths_search *s = &x->searches[p];
        const struct pattern *pattern = &x->q->patterns[p];
        if (pattern->automaton == NULL)
            continue;
        good = (!nfa_lead_in_pays(x->q) ||
                nfa_lead_in_open(&s->lead_in, x->q, pattern->automaton, x->a)) &&
               path_pieces_open(&s->pieces, x->q, pattern, x->a, sample) &&
               (s->states = bit_nfa_scan_open(x->kernel, x->q, x->a, p, &s->lead_in)) != NULL;
    }
    return good;
}

struct sliced_paths *sliced_paths_open(const struct sliced_kernel *kernel, const struct query *q,
                                       const struct alphabet *a, const struct sample *sample,
                                       struct scan_shared *shared)
{
    struct sliced_paths *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct sliced_paths){
        .q = q, .a = a, .kernel = kernel, .contests = shared->automata, .nfa = nfa_scan_open(q, a)};
    if (x->nfa != NULL && open_searches(x, sample))
        return x;
    sliced_paths_close(x);
    return NULL;
}

/* Searches only where pieces were found. */
static enum engine_status scan_spans(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, uint32_t pattern, uint32_t *limit,
                                     struct hits *hits)
{
    const struct spans *found = &x->searches[pattern].pieces.pieces.found;
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < found->n && status == ENGINE_OK; i++) {
        struct share span = spans_within(found, i, own);
        if (span.begin < span.end)
            status = nfa_scan_scan(x->nfa, c, span, pattern, limit, hits);
    }
    return status;
}

/* Returns the position up to which all ends are found after searching up to symbol `done`; if
 * records must be scanned from their begin, the begin of a record. */
static size_t searched_border(const struct sliced_paths *x, const struct chunk *c, struct share own,
                              size_t done)
{
    if (done <= own.begin)
        return own.begin;
    bool anywhere = x->q->overlap != OVERLAP_RECORD && !x->q->line;
    return anywhere ? done : chunk_record_begin(c, own.begin, done);
}

/* Returns the part after symbol `done`, without a lead-in if a record begins there. */
static struct share rest_of(const struct sliced_paths *x, const struct chunk *c, struct share own,
                            size_t done)
{
    struct share rest = share_rest(own, done, x->q->overlap);
    if (done > rest.lead && chunk_symbol(c, alphabet_bytes(x->a), done - 1) == SYMBOL_DELIMITER)
        rest.lead = done - 1;
    return rest;
}

/* Searches by pieces, up to *done. */
static enum engine_status scan_pieces(struct sliced_paths *x, const struct chunk *c,
                                      struct share own, uint32_t pattern, uint32_t *limit,
                                      struct hits *hits, size_t *done)
{
    struct paths_search *s = &x->searches[pattern];
    pieces_run(&s->pieces.pieces, &s->turn, x->kernel->lanes, x->kernel->find);
    *done = own.end;
    if (s->pieces.pieces.stopped) {
        s->turn.stopped = true;
        own.end = *done = searched_border(x, c, own, s->pieces.pieces.stop);
    }
    return scan_spans(x, c, own, pattern, limit, hits);
}

double sliced_paths_cost(struct sliced_paths *x, const struct chunk *c, struct share own,
                         const struct distance_bounds *bests)
{
    double cost = 0;
    for (uint32_t i = 0; i < x->q->npatterns; i++) {
        const struct pattern *p = &x->q->patterns[i];
        if (p->automaton == NULL)
            continue;
        uint32_t limit = distance_bounds_limit(bests, p);
        double states =
            bit_nfa_least_cost(bit_nfa_scan_begin(x->searches[i].states, c, own, limit));
        double columns = COST_NFA_STATE * p->automaton->nstates * (double)(own.end - own.lead);
        cost += states < (double)INFINITY ? states : columns;
    }
    return cost;
}

/* Begins a turn, of the ways that are `left`. Returns the way to take. */
static enum way choose_way(struct sliced_paths *x, const struct chunk *c, struct share own,
                           uint32_t pattern, uint32_t limit, unsigned left)
{
    struct paths_search *s = &x->searches[pattern];
    struct contest_way ways[CONTEST_WAYS];
    size_t n = 0, symbols = own.end - own.lead;
    double dfa = nfa_scan_cost(x->nfa, pattern);
    if ((left & 1U << WAY_PIECES) != 0 && path_pieces_choose(&s->pieces, c, own, limit, dfa))
        ways[n++] = (struct contest_way){WAY_PIECES, path_pieces_cost(&s->pieces, x->kernel->lanes),
                                         true, true};
    struct bit_nfa_costs states = bit_nfa_scan_begin(s->states, c, own, limit);
    if ((left & 1U << WAY_BIT_NFA) != 0 && states.bits < (double)INFINITY)
        ways[n++] = (struct contest_way){.way = WAY_BIT_NFA, .predicted = states.bits};
    if ((left & 1U << WAY_BYTE_NFA) != 0 && states.bytes < (double)INFINITY)
        ways[n++] = (struct contest_way){.way = WAY_BYTE_NFA, .predicted = states.bytes};
    if ((left & 1U << WAY_LAZY_DFA) != 0 || n == 0)
        ways[n++] = (struct contest_way){WAY_LAZY_DFA, dfa * (double)symbols, true, true};
    return contest_begin(&s->turn, &x->contests[pattern], "automaton", ways, n, symbols,
                         chunk_bytes_of(c, own));
}

/* Searches up to symbol *done in this way. */
static enum engine_status scan_by(struct sliced_paths *x, enum way way, const struct chunk *c,
                                  struct share own, uint32_t pattern, uint32_t *limit,
                                  struct hits *hits, size_t *done)
{
    struct paths_search *s = &x->searches[pattern];
    *done = own.end;
    if (way == WAY_PIECES)
        return scan_pieces(x, c, own, pattern, limit, hits, done);
    if (way == WAY_LAZY_DFA)
        return nfa_scan_turn(x->nfa, c, own, pattern, limit, hits, &s->turn, done);
    return bit_nfa_scan_run(s->states, way == WAY_BYTE_NFA, limit, hits);
}

/* Returns the part with the shortest sufficient lead-in. */
static struct share shorten_lead_in(struct sliced_paths *x, const struct chunk *c, struct share own,
                                    uint32_t pattern, uint32_t limit)
{
    if (!nfa_lead_in_pays(x->q) || nfa_scan_goes_on(x->nfa, c, own, pattern, limit))
        return own;
    double lead = COST_LAZY_DFA * (double)(own.begin - own.lead);
    return nfa_lead_in_shorten(&x->searches[pattern].lead_in, c, own, limit, lead / LEAD_IN_CHECKS);
}

/* Adds the ends of one pattern. */
static enum engine_status scan_pattern(struct sliced_paths *x, const struct chunk *c,
                                       struct share own, uint32_t pattern, uint32_t limit,
                                       struct hits *hits)
{
    struct paths_search *s = &x->searches[pattern];
    unsigned left = 1U << WAY_PIECES | 1U << WAY_BIT_NFA | 1U << WAY_BYTE_NFA | 1U << WAY_LAZY_DFA;
    enum engine_status status = ENGINE_OK;
    own = shorten_lead_in(x, c, own, pattern, limit);
    while (own.begin < own.end && status == ENGINE_OK) {
        size_t done;
        enum way way = choose_way(x, c, own, pattern, limit, left);
        status = scan_by(x, way, c, own, pattern, &limit, hits, &done);
        if (status == ENGINE_OK)
            contest_end(&s->turn, done - own.lead);
        left &= ~(1U << way);
        own = rest_of(x, c, own, done);
    }
    return status;
}

enum engine_status sliced_paths_scan(struct sliced_paths *x, const struct chunk *c,
                                     struct share own, const struct distance_bounds *bests,
                                     struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    for (uint32_t i = 0; i < x->q->npatterns && status == ENGINE_OK; i++) {
        const struct pattern *p = &x->q->patterns[i];
        if (p->automaton != NULL)
            status = scan_pattern(x, c, own, i, distance_bounds_limit(bests, p), hits);
    }
    return status;
}

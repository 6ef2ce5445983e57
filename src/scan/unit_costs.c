#include "scan/unit_costs.h"

#include <stdlib.h>

#include "plan/costs.h"
#include "scan/multi_rows.h"
#include "scan/nfa_scan.h"

struct unit_costs {
    const struct query *q;
    const struct distance_bounds *bests;
    struct contest *contest;
    struct multi *first;    /* edits of cost 1 */
    struct nfa_scan *exact; /* costs and limits */
    struct hits ends;
    double first_cost, automata_cost; /* predicted nanoseconds per symbol */
};

struct unit_costs *unit_costs_open(const struct sliced_kernel *kernel,
                                   const struct grams_kernel *grams, const struct query *q,
                                   const struct alphabet *a, const struct distance_bounds *bests,
                                   struct scan_shared *shared)
{
    struct unit_costs *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    *x = (struct unit_costs){.q = q, .bests = bests, .contest = &shared->costs};
    x->first = multi_open(kernel, grams, shared->unit_query, a, bests, shared->unit);
    x->exact = nfa_scan_open(q, a);
    if (x->first == NULL || x->exact == NULL) {
        unit_costs_close(x);
        return NULL;
    }
    for (uint32_t p = 0; p < q->npatterns; p++) {
        x->first_cost += multi_rows_cost_whole(q->patterns[p].m, kernel->lanes);
        x->automata_cost += nfa_scan_cost(x->exact, p);
    }
    return x;
}

void unit_costs_close(struct unit_costs *x)
{
    if (x == NULL)
        return;
    multi_close(x->first);
    nfa_scan_close(x->exact);
    hits_free(&x->ends);
    free(x);
}

/* Returns the part with the ends from ends.v[i] on that lie close together, with the text that
 * their occurrences may have. Sets *next to the first end behind it. */
static struct share part_around(const struct unit_costs *x, struct share own, uint64_t longest,
                                size_t i, size_t *next)
{
    const struct hit *v = x->ends.v;
    struct share part = share_at(v[i].end - 1, v[i].end, (size_t)longest);
    part.lead = part.lead > own.lead ? part.lead : own.lead;
    for (*next = i + 1; *next < x->ends.n && v[*next].pattern == v[i].pattern &&
                        v[*next].end <= part.end + longest;
         ++*next)
        part.end = v[*next].end;
    return part;
}

/* Searches with the automata around the ends. Returns false if that takes too long. */
static bool search_around(struct unit_costs *x, const struct chunk *c, struct share own,
                          struct contest_turn *turn, struct hits *hits, enum engine_status *status)
{
    uint32_t limit = 0;
    uint64_t longest = 0;
    for (size_t i = 0, next; i < x->ends.n && *status == ENGINE_OK; i = next) {
        const struct pattern *p = &x->q->patterns[x->ends.v[i].pattern];
        if (i == 0 || x->ends.v[i - 1].pattern != x->ends.v[i].pattern) {
            limit = distance_bounds_limit(x->bests, p);
            longest = automaton_longest(pattern_without_limits(p), limit) + 1;
        }
        struct share part = part_around(x, own, longest, i, &next);
        double cost = COST_LAZY_DFA * (double)(part.end - part.lead) + COST_STRETCH;
        if (!contest_spend(turn, cost, 0))
            return false;
        *status = nfa_scan_scan(x->exact, c, part, x->ends.v[i].pattern, &limit, hits);
    }
    return true;
}

/* Returns false if there are too many ends: most of the text would be searched again. */
static bool search_first(struct unit_costs *x, const struct chunk *c, struct share own,
                         struct contest_turn *turn, struct hits *hits, enum engine_status *status)
{
    enum { FEW = 8, LEAST = 64, PATTERNS = 32 };
    size_t patterns = x->q->npatterns < PATTERNS ? x->q->npatterns : PATTERNS;
    hits_clear(&x->ends);
    x->ends.most = ((own.end - own.begin) / FEW + LEAST) * patterns;
    *status = multi_submit(x->first, c, own, &x->ends);
    if (*status == ENGINE_FULL)
        return false;
    if (*status == ENGINE_OK && !hits_sort_by_pattern(&x->ends))
        *status = ENGINE_MEMORY;
    return search_around(x, c, own, turn, hits, status);
}

enum engine_status unit_costs_submit(struct unit_costs *x, struct multi *automata,
                                     const struct chunk *c, struct share own, struct hits *hits)
{
    size_t symbols = own.end - own.lead, before = hits->n;
    struct contest_way ways[] = {
        {WAY_UNIT_COSTS, x->first_cost * (double)symbols, true, false},
        {.way = WAY_AUTOMATA, .predicted = x->automata_cost * (double)symbols}};
    struct contest_turn turn;
    enum engine_status status = ENGINE_OK;
    enum way way = contest_begin(&turn, x->contest, "costs of edits", ways, 2, symbols,
                                 chunk_bytes_of(c, own));
    turn.failed = way == WAY_UNIT_COSTS && !search_first(x, c, own, &turn, hits, &status);
    if (way == WAY_AUTOMATA)
        status = multi_submit(automata, c, own, hits);
    contest_end(&turn, symbols);
    if (turn.failed) {
        hits->n = before;
        uint64_t begin = contest_clock(ways[1].predicted);
        status = multi_submit(automata, c, own, hits);
        contest_learn(x->contest, WAY_AUTOMATA, ways[1].predicted, begin);
    }
    return status == ENGINE_OK && !hits_sort_all(hits) ? ENGINE_MEMORY : status;
}

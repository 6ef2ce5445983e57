#include "scan/unit_costs.h"

#include <stdlib.h>

#include "base/least.h"
#include "plan/costs.h"
#include "query/unit_query.h"
#include "scan/multi_rows.h"
#include "scan/nfa_scan.h"

enum { FEW = 8 }; /* symbols for an end: with more ends, most of the text would be searched again */

size_t unit_costs_ends = UNIT_COSTS_ENDS;

struct unit_costs {
    const struct query *asked;
    const struct query *q; /* scan_shared.searched */
    const struct distance_bounds *shared;
    struct distance_bounds bests;       /* the same, lowered by what this chunk has */
    struct distance_bounds first_bests; /* as numbers of edits */
    struct contest *contest;
    struct multi *first;    /* edits of cost 1 */
    bool *has;              /* [pattern]: unit_query_has() */
    struct multi_rows rest; /* costs and limits of the others: everywhere */
    struct multi *automata; /* costs and limits: everywhere */
    struct nfa_scan *nfa;   /* around ends */
    struct hits ends;
    struct hit bounds; /* in this chunk, distances are bounded by what lies around this end */
    bool far;          /* in the last chunk much was within the limit */
    uint32_t longest;  /* the greatest m */
    double first_cost, automata_cost; /* predicted nanoseconds per symbol */
};

struct unit_costs *unit_costs_open(const struct sliced_kernel *kernel, const struct query *q,
                                   const struct alphabet *a, const struct distance_bounds *bests,
                                   struct scan_shared *shared)
{
    struct unit_costs *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    const struct query *asked = q;
    q = shared->searched;
    *x =
        (struct unit_costs){.asked = asked, .q = q, .shared = bests, .contest = &shared->first_way};
    bool good = distance_bounds_open(&x->bests, q, q->best) &&
                distance_bounds_open(&x->first_bests, q, q->best);
    x->automata = multi_open(kernel, asked, a, &x->bests, shared);
    x->first = multi_open(kernel, shared->first_query, a, &x->first_bests, shared->first);
    x->nfa = nfa_scan_open(q, a);
    x->has = calloc(q->npatterns, sizeof *x->has);
    multi_rows_open(&x->rest, kernel, q, a, &x->bests, NULL);
    if (!good || x->automata == NULL || x->first == NULL || x->nfa == NULL || x->has == NULL) {
        unit_costs_close(x);
        return NULL;
    }
    for (uint32_t p = 0; p < q->npatterns; p++) {
        const struct pattern *pattern = &q->patterns[p];
        double cost = nfa_scan_cost(x->nfa, p);
        x->has[p] = unit_query_has(q, pattern);
        x->longest = most_u32(x->longest, pattern->m);
        x->first_cost += x->has[p] ? multi_rows_cost_whole(pattern->m, kernel->lanes) : cost;
        if (p == 0 || pattern->index != q->patterns[p - 1].index || asked == q)
            x->automata_cost += cost;
    }
    if (multi_rows_set(&x->rest, x->has, false))
        return x;
    unit_costs_close(x);
    return NULL;
}

void unit_costs_close(struct unit_costs *x)
{
    if (x == NULL)
        return;
    multi_close(x->automata);
    multi_close(x->first);
    multi_rows_close(&x->rest);
    free(x->has);
    nfa_scan_close(x->nfa);
    distance_bounds_close(&x->bests);
    distance_bounds_close(&x->first_bests);
    hits_free(&x->ends);
    free(x);
}

/* Sets the limits of the first search. Returns false if all ends of a pattern are within them. */
static bool set_limits(struct unit_costs *x)
{
    const struct query *q = x->q;
    distance_bounds_reset(&x->first_bests);
    distance_bounds_lower(&x->first_bests, unit_query_most(q, distance_bounds_all(&x->bests)));
    for (size_t p = 0; p < q->npatterns; p++) {
        const struct pattern *pattern = &q->patterns[p];
        uint32_t edits = unit_query_edits(pattern, distance_bounds_limit(&x->bests, pattern));
        if (x->has[p] && edits >= pattern->m)
            return false;
        if (q->each)
            distance_bounds_lower_one(&x->first_bests, pattern->index, edits);
    }
    return true;
}

/* Best mode: returns whether the nearest of all patterns alone matters. */
static bool seeks_nearest(const struct unit_costs *x)
{
    return x->q->report.lowers == LOWERS_ENDS && !x->q->each;
}

/* A pattern whose ends are being searched around. */
struct around {
    struct share own;
    const struct hit *ends;
    size_t n;
    uint32_t pattern, limit;
    uint64_t longest; /* characters that an occurrence may have, and one more */
};

/* Returns the part with the ends from number i on that lie close together, with the text that their
 * occurrences may have. Leaves out ends that are too far. Sets *next to the first end behind it. */
static struct share part_around(const struct around *r, uint32_t edits, size_t i, size_t *next)
{
    struct share part = share_at(r->ends[i].end - 1, r->ends[i].end, (size_t)r->longest);
    part.lead = part.lead > r->own.lead ? part.lead : r->own.lead;
    for (*next = i + 1; *next < r->n && r->ends[*next].end <= part.end + r->longest; ++*next)
        if (r->ends[*next].distance <= edits)
            part.end = r->ends[*next].end;
    return part;
}

/* Best mode: lowers the limit by what lies around the nearest end. */
static enum engine_status lower_limit(struct unit_costs *x, const struct chunk *c, struct around *r,
                                      struct hits *hits)
{
    size_t nearest = 0, next, before = hits->n;
    for (size_t i = 1; i < r->n; i++)
        if (r->ends[i].distance < r->ends[nearest].distance)
            nearest = i;
    if (r->ends[nearest].end == x->bounds.end && r->pattern == x->bounds.pattern)
        return ENGINE_OK;
    if (r->ends[nearest].distance == 0) {
        r->limit = query_limit(x->q, r->limit, 0);
        return ENGINE_OK;
    }
    struct share part = part_around(r, 0, nearest, &next);
    uint32_t limit = r->limit; /* the pattern's k, as long as nothing was found */
    enum engine_status status = nfa_scan_scan(x->nfa, c, part, r->pattern, &r->limit, hits);
    hits->n = before; /* they are found again */
    if (seeks_nearest(x) && r->limit < limit)
        distance_bounds_lower(&x->bests, r->limit);
    return status;
}

/* Adds the ends without edits: no others are within the limit. */
static enum engine_status add_exact(const struct around *r, struct hits *hits)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->ends[i].distance == 0 && !hits_add(hits, r->ends[i].end, 0, r->pattern))
            return engine_lacks_room(hits);
    return ENGINE_OK;
}

/* Searches with a pattern's automaton around its ends. If that takes too long, the turn has failed.
 */
static enum engine_status search_around(struct unit_costs *x, const struct chunk *c,
                                        struct around *r, struct contest_turn *turn,
                                        struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    if (x->q->report.lowers == LOWERS_ENDS)
        status = lower_limit(x, c, r, hits);
    const struct pattern *p = &x->q->patterns[r->pattern];
    uint32_t limit = r->limit, edits = unit_query_edits(p, limit);
    if (status == ENGINE_OK && edits == 0)
        return add_exact(r, hits);
    for (size_t i = 0, next; i < r->n && status == ENGINE_OK && !turn->failed; i = next) {
        next = i + 1;
        if (r->limit < limit) {
            limit = r->limit;
            edits = unit_query_edits(p, limit);
        }
        if (r->ends[i].distance > edits)
            continue;
        struct share part = part_around(r, edits, i, &next);
        size_t done;
        turn->failed = !contest_spend(turn, COST_STRETCH, 0);
        if (!turn->failed)
            status = nfa_scan_turn(x->nfa, c, part, r->pattern, &r->limit, hits, turn, &done);
        turn->failed = turn->failed || turn->stopped;
    }
    return status;
}

/* As search_around(), for all patterns. */
static enum engine_status search_exactly(struct unit_costs *x, const struct chunk *c,
                                         struct share own, struct contest_turn *turn,
                                         struct hits *hits)
{
    const struct hit *v = x->ends.v;
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0, next; i < x->ends.n && status == ENGINE_OK && !turn->failed; i = next) {
        const struct pattern *p = &x->q->patterns[v[i].pattern];
        for (next = i; next < x->ends.n && v[next].pattern == v[i].pattern;)
            next++;
        if (!x->has[v[i].pattern])
            continue;
        uint32_t limit = distance_bounds_limit(&x->bests, p);
        uint64_t longest = automaton_longest(pattern_without_limits(p), limit) + 1;
        struct around r = {own, v + i, next - i, v[i].pattern, limit, longest};
        status = search_around(x, c, &r, turn, hits);
    }
    return status;
}

/* Best mode: bounds distances by what lies around an end with few edits, for which more and more
 * are allowed. Where the last items are deleted, and may not be, others replace them further on. */
static enum engine_status find_bound(struct unit_costs *x, const struct chunk *c, struct share own)
{
    size_t nearest = 0, next;
    enum engine_status status = ENGINE_OK;
    uint32_t most = least_u32(unit_query_most(x->q, distance_bounds_all(&x->bests)), x->longest);
    hits_begin(&x->ends, HITS_MOST);
    for (uint32_t edits = 1; edits < most && x->ends.n == 0 && status == ENGINE_OK; edits *= 2) {
        distance_bounds_reset(&x->first_bests);
        distance_bounds_lower(&x->first_bests, edits);
        status = multi_submit(x->first, c, own, &x->ends);
    }
    if (status != ENGINE_OK || x->ends.n == 0)
        return status == ENGINE_FULL ? ENGINE_OK : status;
    for (size_t i = 1; i < x->ends.n; i++)
        if (x->ends.v[i].distance < x->ends.v[nearest].distance)
            nearest = i;
    struct hit end = x->bounds = x->ends.v[nearest];
    const struct pattern *p = &x->q->patterns[end.pattern];
    uint32_t limit = distance_bounds_limit(&x->bests, p);
    struct around r = {own, &end, 1, end.pattern, limit, 2 * (uint64_t)p->m};
    struct share part = part_around(&r, 0, 0, &next);
    part.end += least_u64(own.end - part.end, end.distance);
    status = nfa_scan_scan(x->nfa, c, part, end.pattern, &r.limit, &x->ends);
    if (r.limit < limit)
        distance_bounds_lower(&x->bests, r.limit);
    return status;
}

/* Searches this way. If there are too many ends, most of the text would be searched again: the turn
 * has failed then, too. */
static enum engine_status search_first(struct unit_costs *x, const struct chunk *c,
                                       struct share own, struct contest_turn *turn,
                                       struct hits *hits)
{
    enum { PATTERNS = 32 };
    size_t times = x->q->npatterns < PATTERNS ? x->q->npatterns : PATTERNS;
    if (x->q->report.lowers == LOWERS_ENDS)
        times = FEW; /* most of the ends are left out then */
    size_t most = ((own.end - own.begin) / FEW + unit_costs_ends) * times;
    hits_begin(&x->ends, most);
    enum engine_status status = multi_submit(x->first, c, own, &x->ends);
    turn->failed = status == ENGINE_FULL;
    if (turn->failed)
        return ENGINE_OK;
    if (status != ENGINE_OK)
        return status;
    if (!hits_sort_by_pattern(&x->ends))
        return ENGINE_MEMORY;
    status = search_exactly(x, c, own, turn, hits);
    return status == ENGINE_OK && !turn->failed ? multi_rows_scan(&x->rest, c, own, hits) : status;
}

/* Best mode: returns whether nothing bounds distances yet. Then what occurs without edits is looked
 * for first: all else is farther. */
static bool begins_exactly(const struct unit_costs *x)
{
    return seeks_nearest(x) && x->q->report.slack == 0 && unit_query_most(x->q, 0) == 0 &&
           !distance_bounds_known(&x->bests);
}

static enum engine_status search_without_edits(struct unit_costs *x, const struct chunk *c,
                                               struct share own, struct hits *hits)
{
    distance_bounds_reset(&x->first_bests);
    distance_bounds_lower(&x->first_bests, 0);
    return multi_submit(x->first, c, own, hits);
}

void unit_costs_ways(const struct unit_costs *x, struct engine_ways *ways)
{
    multi_ways(x->automata, ways);
}

enum engine_status unit_costs_submit(struct unit_costs *x, const struct chunk *c, struct share own,
                                     struct hits *hits)
{
    size_t symbols = own.end - own.lead, before = hits->n;
    struct contest_turn turn;
    distance_bounds_copy(&x->bests, x->shared);
    x->bounds = (struct hit){0};
    enum engine_status status =
        begins_exactly(x) ? search_without_edits(x, c, own, hits) : ENGINE_OK;
    if (status == ENGINE_OK && hits->n > before)
        return multi_join(x->asked, x->q, before, hits) ? ENGINE_OK : ENGINE_MEMORY;
    if (status != ENGINE_OK)
        return status;
    if (seeks_nearest(x) && (x->far || !set_limits(x)))
        status = find_bound(x, c, own);
    if (status != ENGINE_OK)
        return status;
    if (!set_limits(x))
        return multi_submit(x->automata, c, own, hits);
    double automata_cost = multi_automata_cost(x->automata, c, own);
    if (automata_cost == 0)
        automata_cost = x->automata_cost * (double)symbols;
    struct contest_way ways[] = {{WAY_UNIT_COSTS, x->first_cost * (double)symbols, true, false},
                                 {.way = WAY_AUTOMATA, .predicted = automata_cost}};
    enum way way = contest_begin(&turn, x->contest, "costs of edits", ways, 2, symbols,
                                 chunk_bytes_of(c, own));
    status = way == WAY_UNIT_COSTS ? search_first(x, c, own, &turn, hits)
                                   : multi_submit(x->automata, c, own, hits);
    contest_end(&turn, symbols);
    x->far = way != WAY_UNIT_COSTS || turn.failed || x->ends.n > symbols / FEW;
    if (turn.failed) {
        hits->n = before;
        uint64_t begin = contest_clock(ways[1].predicted);
        status = multi_submit(x->automata, c, own, hits);
        contest_learn(x->contest, WAY_AUTOMATA, ways[1].predicted, begin);
    }
    const struct query *found = way == WAY_UNIT_COSTS && !turn.failed ? x->q : x->asked;
    bool good = status != ENGINE_OK || multi_join(x->asked, found, before, hits);
    return good ? status : ENGINE_MEMORY;
}

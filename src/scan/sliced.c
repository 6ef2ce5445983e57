/*
 * sliced.c - the bit-sliced engines, except their kernels (see sliced.h): cuts a chunk into lanes,
 * runs the kernel over it, and sorts the hits.
 *
 * Ends found by the table of a whole pattern are reported as they are. Ends found by a filter are
 * candidates, which are verified. If a filter finds too many candidates for a pattern, the pass
 * stops for that pattern, and another pass searches for it with a weaker filter or none. Patterns
 * with an automaton are searched by sliced_paths.h.
 */
#include "scan/sliced.h"

#include <math.h>
#include <stdlib.h>

#include "base/least.h"
#include "plan/costs.h"
#include "scan/candidates.h"
#include "scan/sliced_paths.h"
#include "scan/sliced_subpattern.h"
#include "scan/word_occurrence.h"

/* The search for one pattern. */
struct sliced_search {
    const struct pattern *p;
    uint32_t number;       /* of the pattern */
    struct sliced_rows *w; /* its rows in the table, unless by_pieces */
    bool by_pieces;        /* in this pass */
    bool pieces_stopped;   /* in this chunk, because they took too long */
    struct hits found;     /* of the whole pattern; `pattern` is the lane */
    struct sliced_subpattern subpattern;
    struct candidates candidates;
};

struct sliced_scan {
    const struct query *q;
    const struct distance_bounds *bests;
    const struct alphabet *alphabet;
    const struct sliced_kernel *kernel;
    struct scan_shared *shared;
    struct myers *exact;
    struct sliced_search *searches; /* for each pattern */
    struct hits sorted;             /* scratch space */
    size_t room;                    /* hits that may still be found, in all */

    const struct chunk *c;
    struct share own;
    enum engine_status status;

    struct sample sample;
    struct sliced_lanes lanes;
    struct sliced_codes codes;
    struct sliced_table table;
    struct pieces pieces;
    struct spans spans;       /* of candidates */
    struct contest_turn turn; /* of a single pattern, in this pass */
    struct sliced_paths *paths;
};

/* Returns whether only some rows of the pattern are searched for, so that hits are candidates. */
static bool partial(const struct sliced_search *x)
{
    return x->w->rows < x->p->m;
}

/* Callback of the kernel: struct sliced_table. An end that another lane owns has no greater
 * distance there, so it may lower the limit, too. */
static bool found_end(void *scan, struct sliced_rows *w, size_t lane, size_t column,
                      uint32_t distance)
{
    struct sliced_scan *s = scan;
    struct sliced_search *x = &s->searches[w - s->table.rows];
    size_t symbol = sliced_lanes_symbol(&s->lanes, lane, column);
    bool owns = sliced_lanes_owns(&s->lanes, lane, column);
    if (partial(x))
        return !owns || candidates_add(&x->candidates, symbol, distance, lane, w->limit);
    if (symbol < s->own.begin || symbol >= s->own.end)
        return true;
    w->limit = query_limit(s->q, w->limit, distance);
    if (!owns ||
        (s->q->classes.border > 0 && !w->word && !word_ends(s->c, s->alphabet, symbol + 1)))
        return true;
    s->status = s->room == 0 ? ENGINE_FULL : ENGINE_MEMORY;
    if (s->room > 0 && hits_add(&x->found, (uint32_t)(symbol + 1), distance, (uint32_t)lane)) {
        s->room--;
        s->status = ENGINE_OK;
    }
    s->table.failed = s->status != ENGINE_OK;
    return !s->table.failed;
}

void sliced_close(struct sliced_scan *s)
{
    if (s == NULL)
        return;
    for (size_t p = 0; s->searches != NULL && p < s->q->npatterns; p++) {
        hits_free(&s->searches[p].found);
        hits_free(&s->searches[p].candidates.places);
    }
    hits_free(&s->sorted);
    spans_free(&s->spans);
    pieces_close(&s->pieces);
    sliced_paths_close(s->paths);
    myers_close(s->exact);
    free(s->searches);
    sample_close(&s->sample);
    sliced_codes_close(&s->codes);
    sliced_table_close(&s->table);
    free(s);
}

struct sliced_scan *sliced_open(const struct sliced_kernel *kernel, const struct query *q,
                                const struct alphabet *a, const struct distance_bounds *bests,
                                struct scan_shared *shared)
{
    struct sliced_scan *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (struct sliced_scan){
        .q = q, .alphabet = a, .bests = bests, .kernel = kernel, .shared = shared};
    s->lanes = (struct sliced_lanes){.n = kernel->lanes, .ahead = kernel->ahead};
    s->exact = myers_open(q, a);
    s->searches = calloc(q->npatterns + 1, sizeof *s->searches);
    s->paths = sliced_paths_open(kernel, q, a, &s->sample, shared);
    pieces_open(&s->pieces, q, a, &s->sample);
    if (s->exact == NULL || s->paths == NULL || s->searches == NULL ||
        !sample_open(&s->sample, q, a) || !sliced_codes_open(&s->codes, q, a) ||
        !sliced_table_open(&s->table, q->metric, &s->codes, q->npatterns, kernel->lanes / 8,
                           kernel->planes)) {
        sliced_close(s);
        return NULL;
    }
    s->table.found = found_end;
    s->table.search = s;
    for (uint32_t p = 0; p < q->npatterns; p++)
        s->searches[p] =
            (struct sliced_search){.p = &q->patterns[p], .number = p, .w = &s->table.rows[p]};
    return s;
}

/* The hits, brought into order. */

/* Verifies the candidates of a filter. */
static enum engine_status verify_candidates(struct sliced_scan *s, struct sliced_search *x,
                                            struct hits *hits)
{
    struct hits *places = &x->candidates.places;
    const struct spans *spans = &s->pieces.found;
    if (!x->by_pieces) {
        size_t behind = x->p->m - x->subpattern.first - x->subpattern.rows;
        if (!sliced_lanes_order(places, &s->sorted, x->number, x->w->limit) ||
            !candidates_spans(places, behind, x->w->limit, s->q->overlap, &s->spans))
            return ENGINE_MEMORY;
        spans = &s->spans;
    }
    if (spans->n == 0)
        return ENGINE_OK;
    return myers_begin(s->exact, s->c, x->number)
               ? candidates_verify(spans, s->exact, s->own, &x->w->limit, hits)
               : ENGINE_MEMORY;
}

static enum engine_status report_hits(struct sliced_scan *s, struct sliced_search *x,
                                      struct hits *hits)
{
    if (x->by_pieces || partial(x))
        return verify_candidates(s, x, hits);
    if (x->found.n == 0)
        return ENGINE_OK;
    if (!sliced_lanes_order(&x->found, &s->sorted, x->number, x->w->limit))
        return ENGINE_MEMORY;
    if (hits->n == 0)
        hits_swap(hits, &x->found);
    else if (!hits_append(hits, &x->found))
        return engine_lacks_room(hits);
    return ENGINE_OK;
}

/* Passes. */

/* Returns whether all lanes begin with a lead-in (scan_first_part()): if there is one pattern, and
 * the whole of it is searched for. */
static bool leads_all_lanes(const struct sliced_scan *s, uint32_t rows)
{
    return s->q->npatterns == 1 && rows == s->q->patterns[0].m && s->q->metric != METRIC_HAMMING;
}

/* Returns the nanoseconds that a search for `rows` rows takes; if `shared` patterns are searched at
 * once, each bears its share of a column's cost. */
static double cost_of_rows(const struct sliced_scan *s, uint32_t rows, uint32_t limit)
{
    double columns = (double)(s->own.end - s->own.lead) / (double)s->kernel->lanes + limit;
    columns += leads_all_lanes(s, rows) ? rows / 2 : rows; /* half of the cells are not needed */
    return columns * (COST_ROW * rows + COST_COLUMN / (double)s->q->npatterns);
}

/* Sets the number of rows to search for. Verification may take `budget` nanoseconds. */
static bool set_rows(struct sliced_scan *s, struct sliced_search *x, uint32_t rows, double budget)
{
    struct sliced_rows *w = x->w;
    s->codes.stale |= sliced_subpattern_set(&x->subpattern, &s->sample, x->p, rows);
    candidates_begin(&x->candidates, x->p->m, w->limit, budget);
    w->items = x->p->items + x->subpattern.first;
    w->rows = x->subpattern.rows;
    /* Skipping rising candidates is safe: occurrences near them are near the previous end, too.
     * With METRIC_HAMMING, ends are independent, and `rising` is ignored. */
    w->rising = s->q->report.rising && !partial(x);
    w->once = s->q->report.once && !partial(x);
    w->line = s->q->line && !partial(x) && chunk_delimits(s->c);
    w->word = s->q->classes.border > 0 && !partial(x) && s->q->metric != METRIC_HAMMING;
    w->led = leads_all_lanes(s, w->rows);
    return sliced_table_reserve(&s->table, w);
}

/* For a single pattern: chooses the fastest way. */
static bool choose_way(struct sliced_scan *s, struct sliced_search *x, uint32_t rows)
{
    bool whole = way_is_forced(WAY_ROWS) || rows == x->p->m;
    uint32_t m = x->p->m, limit = x->w->limit, more = whole ? m : sliced_subpattern_more(m, rows);
    struct contest_way ways[CONTEST_WAYS];
    size_t n = 0, symbols = s->own.end - s->own.lead;
    if (!x->pieces_stopped && pieces_choose(&s->pieces, s->c, s->own, limit))
        ways[n++] = (struct contest_way){
            WAY_PIECES, pieces_cost(&s->pieces, symbols, s->kernel->lanes), true, true};
    if (rows < m)
        ways[n++] =
            (struct contest_way){.way = WAY_SUBPATTERN, .predicted = cost_of_rows(s, rows, limit)};
    ways[n++] = (struct contest_way){.way = WAY_ROWS, .predicted = cost_of_rows(s, more, limit)};
    enum way way = contest_begin(&s->turn, &s->shared->filter, "filter", ways, n, symbols,
                                 chunk_bytes_of(s->c, s->own));
    x->by_pieces = way == WAY_PIECES;
    if (x->by_pieces)
        return true;
    double budget = way == WAY_SUBPATTERN ? s->turn.other : cost_of_rows(s, m, limit);
    return set_rows(s, x, way == WAY_SUBPATTERN ? rows : more, budget);
}

/* Prepares a pattern for a pass. After a filter gave up, uses a weaker filter. */
static bool begin_pass(struct sliced_scan *s, struct sliced_search *x, size_t most)
{
    bool given_up = x->candidates.too_many, by_pieces = x->by_pieces;
    x->found.most = x->candidates.places.most = most;
    hits_clear(&x->found);
    if (!x->w->active && !given_up)
        return true;
    x->candidates.too_many = x->by_pieces = false;
    x->w->active = true;
    uint32_t rows = given_up && !by_pieces
                        ? sliced_subpattern_more(x->p->m, x->w->rows)
                        : sliced_subpattern_first(&x->subpattern, &s->sample, x->p, x->w->limit);
    if (s->q->report.frequent)
        return set_rows(s, x, x->p->m, INFINITY);
    if (s->q->npatterns == 1)
        return choose_way(s, x, rows);
    uint32_t more = sliced_subpattern_more(x->p->m, rows);
    return set_rows(s, x, rows, cost_of_rows(s, more, x->w->limit));
}

/* Ends a pass. If pieces stopped, the rest of the chunk is left to another pass. */
static void end_pass(struct sliced_scan *s, struct sliced_search *x, struct share whole)
{
    uint32_t limit = x->w->limit;
    bool stopped = x->by_pieces ? s->pieces.stopped : x->candidates.too_many;
    if (!x->by_pieces)
        sliced_subpattern_learn(&x->subpattern, x->candidates.window * (double)x->candidates.n,
                                cost_of_rows(s, x->w->rows, limit), stopped);
    x->candidates.too_many = stopped;
    if (s->q->npatterns > 1 || s->q->report.frequent)
        return;
    s->turn.stopped = stopped;
    size_t end = !stopped ? whole.end : x->by_pieces ? s->pieces.stop : whole.lead;
    contest_end(&s->turn, end - whole.lead);
    if (!stopped || !x->by_pieces)
        return;
    x->pieces_stopped = true;
    s->own = share_rest(whole, s->own.end, s->q->overlap);
}

/* Cuts the chunk into lanes that overlap enough for all patterns of this pass. */
static void cut_lanes(struct sliced_scan *s)
{
    size_t most = 0;
    for (size_t p = 0; p < s->q->npatterns; p++) {
        const struct sliced_rows *w = s->searches[p].w;
        size_t overlap = (size_t)w->rows + w->limit + 1;
        if (w->active && overlap > most)
            most = overlap;
    }
    sliced_lanes_cut(&s->lanes, s->own, most);
    s->table.columns = s->lanes.columns;
    s->table.used = s->lanes.used;
}

/* If lanes are led, scans what the first lane would own of the others' lead-in, so that it has one,
 * too, which the nearest end here makes shorter. */
static enum engine_status scan_first_part(struct sliced_scan *s, struct hits *hits)
{
    struct sliced_rows *w = s->searches[0].w;
    size_t end = least_u64(s->own.lead + (uint64_t)w->rows + w->limit + 1, s->own.end);
    if (s->searches[0].by_pieces || !w->led || end <= s->own.begin)
        return ENGINE_OK;
    if (!myers_begin(s->exact, s->c, 0))
        return ENGINE_MEMORY;
    struct share first = {s->own.lead, s->own.begin, end};
    enum engine_status status = myers_scan(s->exact, first, &w->limit, hits);
    s->own = share_rest(s->own, end, (size_t)w->rows + w->limit + 1);
    return status;
}

static bool run_kernel(struct sliced_scan *s)
{
    s->status = ENGINE_OK;
    if (s->searches[0].by_pieces) {
        pieces_run(&s->pieces, &s->turn, s->kernel->lanes, s->kernel->find);
        if (s->pieces.stopped) /* only ends up to there are done */
            s->own.end = s->pieces.stop > s->own.begin ? s->pieces.stop : s->own.begin;
        return true;
    }
    cut_lanes(s);
    if (!sliced_table_slots(&s->table, &s->codes, s->c) ||
        !sliced_codes_text(&s->codes, s->c, &s->lanes))
        return false;
    s->table.failed = false;
    s->kernel->run(&s->table);
    return true;
}

/* Searches for the active patterns; those given up are active in the next pass. */
static enum engine_status run_pass(struct sliced_scan *s, struct hits *hits)
{
    struct share whole = s->own;
    for (size_t p = 0; p < s->q->npatterns; p++)
        if (!begin_pass(s, &s->searches[p], hits->most))
            return ENGINE_MEMORY;
    s->status = scan_first_part(s, hits);
    if (s->status != ENGINE_OK)
        return s->status;
    s->room = hits->most - hits->n;
    if (s->own.begin < s->own.end && !run_kernel(s))
        return ENGINE_MEMORY;
    for (size_t p = 0; p < s->q->npatterns && s->status == ENGINE_OK; p++) {
        struct sliced_search *x = &s->searches[p];
        if (!x->w->active && !x->candidates.too_many)
            continue;
        if (!x->candidates.too_many)
            s->status = report_hits(s, x, hits);
        end_pass(s, x, whole);
        x->w->active = false;
    }
    return s->status;
}

/* Searches for all patterns that are sequences, in as many passes as necessary. */
static enum engine_status search_rows(struct sliced_scan *s, struct hits *hits)
{
    bool again = false;
    for (size_t p = 0; p < s->q->npatterns; p++) {
        struct sliced_search *x = &s->searches[p];
        if (x->p->automaton != NULL)
            continue;
        x->w->limit = least_u32(distance_bounds_limit(s->bests, x->p), x->p->m);
        x->w->active = again = true;
        x->candidates.too_many = x->by_pieces = x->pieces_stopped = false;
    }
    while (again) {
        enum engine_status status = run_pass(s, hits);
        if (status != ENGINE_OK)
            return status;
        again = false;
        for (size_t p = 0; p < s->q->npatterns; p++)
            again |= s->searches[p].candidates.too_many;
    }
    return ENGINE_OK;
}

double sliced_automata_cost(struct sliced_scan *s, const struct chunk *c, struct share own)
{
    return s->q->automata ? sliced_paths_cost(s->paths, c, own, s->bests) : 0;
}

enum engine_status sliced_submit(struct sliced_scan *s, const struct chunk *c, struct share own,
                                 struct hits *hits)
{
    s->c = c;
    s->own = own;
    if (own.begin == own.end || s->q->npatterns == 0)
        return ENGINE_OK;
    sample_take(&s->sample, c, own);
    enum engine_status status = search_rows(s, hits);
    if (status == ENGINE_OK && s->q->automata)
        status = sliced_paths_scan(s->paths, c, own, s->bests, hits);
    if (status != ENGINE_OK)
        return status;
    return hits_sort(hits) ? ENGINE_OK : ENGINE_MEMORY;
}

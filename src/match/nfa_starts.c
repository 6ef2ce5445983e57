#include "match/nfa_starts.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/least.h"
#include "base/xalloc.h"
#include "plan/costs.h"
#include "scan/lazy_dfa.h"

/* Bytes of cached columns: of all patterns in one direction, and of each. */
enum { MEMORY_MOST = 64 << 20, MEMORY_LEAST = 16 << 10 };

/* TRIAL steps of a column may be in vain; the first pause has PAUSES times as many. */
enum { TRIAL = 1024, PAUSES = 16 };

/* Reading backward from each end pays where columns recur; onward, near ends share their steps. */
struct directions {
    uint64_t serial; /* of the record of the latest query, and its end */
    size_t end;
    double onward, backward; /* steps since the latest choice: what onward would take, and what
                                backward took */
    uint64_t pause, pauses;  /* steps without reading backward: still left, and next time */
};

struct pattern_starts {         /* the state for one pattern */
    struct nfa_columns *ends;   /* paths that begin anywhere; NULL until used */
    struct lazy_dfa *fixed[2];  /* [direction]: paths that begin at one position */
    uint32_t limits[2];         /* on their costs */
    struct automaton *reversed; /* for backward paths */
    struct directions directions;
    uint64_t serial; /* of the record of `ends`, 0: none */
    size_t at;       /* current column of `ends` */
    uint32_t d;      /* limit of `ends` */
};

struct nfa_starts {
    const struct query *q;
    const struct alphabet *a;
    struct pattern_starts *patterns;
    uint32_t *costs;
    size_t costs_capacity;
};

struct nfa_starts *nfa_starts_open(const struct query *q, const struct alphabet *a)
{
    struct nfa_starts *t = xcalloc(1, sizeof *t);
    t->q = q;
    t->a = a;
    t->patterns = xcalloc(q->npatterns, sizeof *t->patterns);
    return t;
}

void nfa_starts_close(struct nfa_starts *t)
{
    for (size_t p = 0; p < t->q->npatterns; p++) {
        nfa_columns_close(t->patterns[p].ends);
        lazy_dfa_close(t->patterns[p].fixed[BACKWARD]);
        lazy_dfa_close(t->patterns[p].fixed[FORWARD]);
        automaton_free(t->patterns[p].reversed);
    }
    free(t->patterns);
    free(t->costs);
    free(t);
}

static struct nfa_place place_of(const struct nfa_starts *t, const struct nfa_record *r)
{
    return (struct nfa_place){r->c, t->a, t->q->classes.word, r->begin};
}

/* Computes the epsilon closure of column i, with paths that may begin in it. */
static void settle_end(const struct nfa_starts *t, const struct nfa_record *r,
                       struct nfa_columns *w, size_t i)
{
    struct nfa_place place = place_of(t, r);
    if (r->may_begin(r->context, i))
        nfa_columns_begin(w, (uint32_t)i);
    nfa_columns_settle(w, nfa_place_holding(&place, i));
}

/* Returns the first column in which a path to `end` can begin; SIZE_MAX: there is none. With -w no
 * path begins inside of a word. That is only looked at where paths may be long: for short ones it
 * took up to 8% more instructions (2026-11-29). */
static size_t first_column(const struct nfa_starts *t, const struct nfa_record *r, uint32_t pattern,
                           size_t end, uint32_t d)
{
    enum { LONG = 64 /* symbols */ };
    const struct pattern *p = &t->q->patterns[pattern];
    uint64_t longest = pattern_longest(p, t->q->metric, d), n = end - r->begin;
    size_t first = longest < OVERLAP_RECORD && n > longest ? end - (size_t)longest : r->begin;
    if (end - first <= LONG)
        return first;
    size_t last = end - (size_t)least_u64(n, pattern_shortest(p, t->q->metric, d));
    while (first <= last && !r->may_begin(r->context, first))
        first++;
    return first <= last ? first : SIZE_MAX;
}

/* Returns whether the symbols [first, end) should be read backward. */
static bool reads_backward(struct directions *x, uint64_t serial, size_t first, size_t end)
{
    bool shares = x->serial == serial && x->end >= first && x->end <= end;
    uint64_t steps = end - (shares ? x->end : first) + 1;
    x->serial = serial;
    x->end = end;
    x->onward += (double)steps;
    if (x->pause > 0) {
        x->pause -= steps < x->pause ? steps : x->pause;
        return false;
    }
    if (x->backward <= TRIAL + x->onward)
        return true;
    x->pause = x->pauses = x->pauses == 0 ? PAUSES * TRIAL : 2 * x->pauses;
    x->onward = x->backward = 0;
    return false;
}

/* Returns columns of paths in this direction, none of them cached yet. */
static struct lazy_dfa *open_paths(struct nfa_starts *t, uint32_t pattern, enum direction direction)
{
    const struct automaton *m = t->q->patterns[pattern].automaton;
    size_t memory = MEMORY_MOST / t->q->npatterns;
    if (direction == BACKWARD)
        m = t->patterns[pattern].reversed = automaton_reverse(m, NULL);
    struct lazy_dfa *paths =
        m != NULL ? lazy_dfa_open(m, t->a, true, memory > MEMORY_LEAST ? memory : MEMORY_LEAST)
                  : NULL;
    if (paths == NULL)
        die_out_of_memory();
    return paths;
}

/* Returns the cached columns of paths in this direction, for costs of at least d. */
static struct lazy_dfa *fixed_paths(struct nfa_starts *t, const struct chunk *c, uint32_t pattern,
                                    enum direction direction, uint32_t d)
{
    struct pattern_starts *p = &t->patterns[pattern];
    struct lazy_dfa **paths = &p->fixed[direction];
    if (*paths == NULL)
        *paths = open_paths(t, pattern, direction);
    if (p->limits[direction] < d)
        p->limits[direction] = d;
    lazy_dfa_begin(*paths, p->limits[direction], c->alphabet_size);
    return *paths;
}

/* Cached columns of a record, read in one direction. */
struct cached_reading {
    const struct nfa_record *r;
    const uint32_t *bytes; /* alphabet_bytes() */
    struct lazy_dfa *paths;
    struct nfa_place place;
    bool back, asks; /* asks: the automaton has conditions */
};

static struct cached_reading reading_of(struct nfa_starts *t, const struct nfa_record *r,
                                        uint32_t pattern, enum direction direction, uint32_t d)
{
    return (struct cached_reading){.r = r,
                                   .bytes = alphabet_bytes(t->a),
                                   .paths = fixed_paths(t, r->c, pattern, direction, d),
                                   .place = place_of(t, r),
                                   .back = direction == BACKWARD,
                                   .asks = t->q->patterns[pattern].automaton->conditions != 0};
}

/* Returns the column before symbol `at`, where the reading begins. */
static uint32_t first_cached(const struct cached_reading *x, size_t at)
{
    uint32_t column = lazy_dfa_first(x->paths, x->asks ? nfa_place_holding(&x->place, at) : 0);
    if (column == LAZY_DFA_NONE)
        die_out_of_memory();
    return column;
}

/* Returns the column one symbol further than `column`, which lies before symbol `at`. */
static uint32_t next_cached(const struct cached_reading *x, uint32_t column, size_t at)
{
    size_t next = x->back ? at - 1 : at + 1;
    uint32_t symbol = chunk_symbol(x->r->c, x->bytes, x->back ? next : at);
    column =
        lazy_dfa_next(x->paths, column, symbol, x->asks ? nfa_place_holding(&x->place, next) : 0);
    if (column == LAZY_DFA_NONE)
        die_out_of_memory();
    return column;
}

/* Sets *best to the best path that ends before symbol `end` and has at most n symbols, or
 * PATH_NONE. Returns false, without a result, if paths have no greatest length, and one may begin
 * more than FAR symbols before `end`. */
static bool best_backward(struct nfa_starts *t, const struct nfa_record *r, uint32_t pattern,
                          size_t end, size_t n, uint32_t d, path_value *best)
{
    enum { FAR = 4096 };
    struct cached_reading x = reading_of(t, r, pattern, BACKWARD, d);
    bool bounded = t->q->patterns[pattern].automaton->longest < UINT32_MAX;
    size_t most = bounded || n < FAR ? n : FAR, l = 0;
    uint64_t misses = lazy_dfa_misses(x.paths);
    uint32_t column = first_cached(&x, end);
    *best = PATH_NONE;
    for (;; l++) {
        uint32_t cost = lazy_dfa_columns(x.paths)[column].best;
        if (cost <= d && cost <= path_cost(*best) && r->may_begin(r->context, end - l))
            *best = (path_value)cost << 32 | (end - l);
        if (l == most || lazy_dfa_columns(x.paths)[column].n == 0)
            break;
        column = next_cached(&x, column, end - l);
    }
    t->patterns[pattern].directions.backward +=
        COST_STARTS_MISS * (double)(lazy_dfa_misses(x.paths) - misses) +
        COST_STARTS_CACHED * (double)l;
    return most == n || lazy_dfa_columns(x.paths)[column].n == 0;
}

path_value nfa_starts_best(struct nfa_starts *t, const struct nfa_record *r, uint32_t pattern,
                           size_t end, uint32_t d, uint32_t most)
{
    size_t first = first_column(t, r, pattern, end, d);
    struct pattern_starts *p = &t->patterns[pattern];
    if (first == SIZE_MAX)
        return PATH_NONE;
    path_value best;
    if (reads_backward(&p->directions, r->serial, first, end) &&
        best_backward(t, r, pattern, end, end - first, d, &best))
        return best;
    struct nfa_columns *w = p->ends;
    if (w == NULL)
        w = p->ends = nfa_columns_open(t->q->patterns[pattern].automaton, t->a);
    if (w == NULL)
        die_out_of_memory();
    bool raised = p->serial == r->serial && p->d < d;
    if (p->serial != r->serial || p->at > end || p->at < first || raised) {
        p->serial = r->serial;
        p->at = first;
        p->d = raised ? most : d;
        nfa_columns_clear(w, p->d);
        settle_end(t, r, w, first);
    }
    if (p->d > most) {
        p->d = most;
        nfa_columns_lower(w, most);
    }
    while (p->at < end) {
        nfa_columns_step(w, chunk_symbol(r->c, alphabet_bytes(t->a), p->at));
        settle_end(t, r, w, ++p->at);
    }
    best = nfa_columns_best(w);
    return path_cost(best) <= d ? best : PATH_NONE;
}

const uint32_t *nfa_starts_costs(struct nfa_starts *t, const struct nfa_record *r, uint32_t pattern,
                                 size_t at, enum direction direction, size_t n, uint32_t d)
{
    struct cached_reading x = reading_of(t, r, pattern, direction, d);
    uint32_t column = first_cached(&x, at);
    xgrow(&t->costs, &t->costs_capacity, n + 1, sizeof *t->costs);
    for (size_t l = 0;; l++) {
        uint32_t best = lazy_dfa_columns(x.paths)[column].best;
        t->costs[l] = best <= d ? best : d + 1;
        if (l == n)
            break;
        column = next_cached(&x, column, x.back ? at - l : at + l);
    }
    return t->costs;
}

#include "match/nfa_starts.h"

#include <stdlib.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "query/automaton_reverse.h"

struct track {                    /* the state for one pattern */
    struct nfa_columns *ends;     /* paths that begin anywhere; NULL until used */
    struct nfa_columns *fixed[2]; /* [direction]: paths that begin at one position */
    struct automaton *reversed;   /* for backward paths */
    uint64_t serial;              /* of the record of `ends`, 0: none */
    size_t at;                    /* current column of `ends` */
    uint32_t d;                   /* limit of `ends` */
};

struct nfa_starts {
    const struct query *q;
    const struct alphabet *a;
    struct track *tracks;
    uint32_t *costs;
    size_t costs_capacity;
};

struct nfa_starts *nfa_starts_open(const struct query *q, const struct alphabet *a)
{
    struct nfa_starts *t = xcalloc(1, sizeof *t);
    t->q = q;
    t->a = a;
    t->tracks = xcalloc(q->npatterns, sizeof *t->tracks);
    return t;
}

void nfa_starts_close(struct nfa_starts *t)
{
    for (size_t p = 0; p < t->q->npatterns; p++) {
        nfa_columns_close(t->tracks[p].ends);
        nfa_columns_close(t->tracks[p].fixed[BACKWARD]);
        nfa_columns_close(t->tracks[p].fixed[FORWARD]);
        automaton_free(t->tracks[p].reversed);
    }
    free(t->tracks);
    free(t->costs);
    free(t);
}

/* *Returns *paths, created on first use. */
static struct nfa_columns *paths_of(const struct nfa_starts *t, const struct automaton *m,
                                    struct nfa_columns **paths)
{
    if (*paths == NULL && (*paths = nfa_columns_open(m, t->a)) == NULL)
        die_out_of_memory();
    return *paths;
}

static struct nfa_place place_of(const struct nfa_starts *t, const struct track_record *r)
{
    return (struct nfa_place){r->c, t->a, t->q->word_item, r->begin};
}

/* Computes the epsilon closure of column i, with paths that may begin in it. */
static void settle_end(const struct nfa_starts *t, const struct track_record *r,
                       struct nfa_columns *w, size_t i)
{
    struct nfa_place place = place_of(t, r);
    if (r->may_begin(r->context, i))
        nfa_columns_begin(w, (uint32_t)i);
    nfa_columns_settle(w, nfa_place_holding(&place, i));
}

/* Returns the first column in which a path to `end` can begin. */
static size_t first_column(const struct nfa_starts *t, const struct track_record *r,
                           uint32_t pattern, size_t end, uint32_t d)
{
    uint64_t longest = pattern_longest(&t->q->patterns[pattern], t->q->metric, d);
    return longest < OVERLAP_RECORD && end - r->begin > longest ? end - (size_t)longest : r->begin;
}

path_value nfa_starts_best(struct nfa_starts *t, const struct track_record *r, uint32_t pattern,
                           size_t end, uint32_t d, uint32_t most)
{
    struct track *track = &t->tracks[pattern];
    struct nfa_columns *w = paths_of(t, t->q->patterns[pattern].automaton, &track->ends);
    size_t first = first_column(t, r, pattern, end, d);
    bool raised = track->serial == r->serial && track->d < d;
    if (track->serial != r->serial || track->at > end || track->at < first || raised) {
        track->serial = r->serial;
        track->at = first;
        track->d = raised ? most : d;
        nfa_columns_clear(w, track->d);
        settle_end(t, r, w, first);
    }
    if (track->d > most) {
        track->d = most;
        nfa_columns_lower(w, most);
    }
    while (track->at < end) {
        nfa_columns_step(w, chunk_symbol(r->c, alphabet_bytes(t->a), track->at));
        settle_end(t, r, w, ++track->at);
    }
    path_value best = nfa_columns_best(w);
    return path_cost(best) <= d ? best : PATH_NONE;
}

const uint32_t *nfa_starts_costs(struct nfa_starts *t, const struct track_record *r,
                                 uint32_t pattern, size_t at, enum direction direction, size_t n,
                                 uint32_t d)
{
    struct track *track = &t->tracks[pattern];
    const struct automaton *m = t->q->patterns[pattern].automaton;
    if (direction == BACKWARD && track->reversed == NULL &&
        (track->reversed = automaton_reverse(m, NULL)) == NULL)
        die_out_of_memory();
    struct nfa_columns *w =
        paths_of(t, direction == BACKWARD ? track->reversed : m, &track->fixed[direction]);
    struct nfa_place place = place_of(t, r);
    bool back = direction == BACKWARD;
    xgrow(&t->costs, &t->costs_capacity, n + 1, sizeof *t->costs);
    nfa_columns_clear(w, d);
    nfa_columns_begin(w, 0);
    for (size_t l = 0; l <= n; l++) {
        if (l > 0)
            nfa_columns_step(w,
                             chunk_symbol(r->c, alphabet_bytes(t->a), back ? at - l : at + l - 1));
        nfa_columns_settle(w, nfa_place_holding(&place, back ? at - l : at + l));
        path_value best = nfa_columns_best(w);
        t->costs[l] = best == PATH_NONE ? d + 1 : path_cost(best);
    }
    return t->costs;
}

/* fuzz_paths.h - checks queries whose patterns have automata. */
#pragma once

#include <stdbool.h>

#include "base/diag.h"
#include "fuzz.h"
#include "query/pattern.h"
#include "scan/nfa_columns.h"

enum {
    MOST_STATES = 400, /* maximum number of states of an automaton whose paths are followed */
    MOST_TEXT = 24
};

/* Checks that edges lead to existing states, without loops only to later ones, and that a path
 * leads from each state to a final state. */
static inline void check_automaton(const struct automaton *m)
{
    bool *ends = calloc(m->nstates, sizeof *ends), ascends = true;
    REQUIRE(m->nstates > 1 && m->states[0].item == STATE_PASS && !m->states[0].last);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = m->nstates; i-- > 0;) {
            const struct state *s = &m->states[i];
            bool end = s->last;
            REQUIRE(s->edges_begin <= s->edges_end && s->edges_end <= m->nedges);
            for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
                REQUIRE(m->edges[e] > 0 && m->edges[e] < m->nstates);
                ascends = ascends && m->edges[e] > i;
                end = end || ends[m->edges[e]];
            }
            changed = changed || end != ends[i];
            ends[i] = end;
        }
    }
    for (uint32_t i = 0; i < m->nstates; i++)
        REQUIRE(ends[i]);
    /* With limits of edits in the states, insertions are states with an edge to themselves. */
    bool inserts = m->edits.insert == EDIT_NEVER && m->extra < EDIT_NEVER;
    REQUIRE(inserts || ascends == (m->longest < UINT32_MAX));
    free(ends);
}

/* Computes the cost of each part of the text, [from * (n + 1) + to]. */
static inline void part_costs(const struct nfa_place *place, const struct automaton *m, bool back,
                              uint32_t *costs)
{
    size_t n = place->c->length;
    struct nfa_columns *w = nfa_columns_open(m, place->a);
    REQUIRE(w != NULL);
    for (size_t at = 0; at <= n; at++) {
        nfa_columns_clear(w, UINT32_MAX - 1);
        nfa_columns_begin(w, 0);
        for (size_t l = 0; l <= (back ? at : n - at); l++) {
            size_t other = back ? at - l : at + l;
            if (l > 0)
                nfa_columns_step(
                    w, chunk_symbol(place->c, alphabet_bytes(place->a), back ? other : other - 1));
            nfa_columns_settle(w, nfa_place_holding(place, other));
            costs[back ? other * (n + 1) + at : at * (n + 1) + other] =
                path_cost(nfa_columns_best(w));
        }
    }
    nfa_columns_close(w);
}

/* Compares the costs forwards, backwards, and the least cost over all starts. */
static inline void check_paths(const struct nfa_place *place, const struct automaton *m)
{
    static uint32_t forth[(MOST_TEXT + 1) * (MOST_TEXT + 1)],
        back[(MOST_TEXT + 1) * (MOST_TEXT + 1)];
    size_t n = place->c->length;
    struct automaton *reversed = automaton_reverse(m, NULL);
    part_costs(place, m, false, forth);
    part_costs(place, reversed, true, back);
    struct nfa_columns *w = nfa_columns_open(m, place->a);
    REQUIRE(w != NULL);
    nfa_columns_clear(w, UINT32_MAX - 1);
    for (size_t j = 0; j <= n; j++) {
        if (j > 0)
            nfa_columns_step(w, chunk_symbol(place->c, alphabet_bytes(place->a), j - 1));
        nfa_columns_begin(w, (uint32_t)j);
        nfa_columns_settle(w, nfa_place_holding(place, j));
        uint32_t least = UINT32_MAX;
        for (size_t i = j + 1; i-- > 0;) {
            REQUIRE(forth[i * (n + 1) + j] == back[i * (n + 1) + j]);
            least = forth[i * (n + 1) + j] < least ? forth[i * (n + 1) + j] : least;
        }
        REQUIRE(least == path_cost(nfa_columns_best(w)));
    }
    nfa_columns_close(w);
    automaton_free(reversed);
}

static inline void check_query(const struct query *q, unsigned char *text, size_t n)
{
    const struct pattern *p = &q->patterns[0];
    struct alphabet *a = alphabet_open(q, -1);
    REQUIRE(a != NULL && p->m > 0 && p->k < pattern_vacuous(p));
    REQUIRE(p->items != NULL || p->automaton != NULL);
    struct chunk c = {.bytes = text, .nbytes = n, .length = n, .delimiters.byte = -1};
    struct nfa_place place = {&c, a, q->classes.word, 0};
    if (p->automaton != NULL)
        check_automaton(p->automaton);
    if (p->automaton != NULL && !q->utf8 && p->automaton->nstates <= MOST_STATES)
        check_paths(&place, p->automaton);
    alphabet_close(a);
}

/* Compiles a pattern; if it is accepted, checks the query on a text of `n` bytes. */
static inline void check_pattern(const unsigned char *pattern, size_t length,
                                 const struct pattern_rules *rules, const unsigned char *bytes,
                                 size_t n)
{
    unsigned char *text = exact_copy(bytes, n);
    struct pattern_source source = {.text = exact_copy(pattern, length), .length = length};
    diag_reset();
    const struct query *q = patterns_compile(&source, 1, rules);
    REQUIRE((q == NULL) == diag_failed());
    if (q != NULL)
        check_query(q, text, n);
    query_free(q);
    free(source.text);
    free(text);
}

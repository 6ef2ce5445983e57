/*
 * nfa_columns.c - see nfa_columns.h.
 *
 * Reached states are bits of a set. They are visited in level order, so that one pass handles
 * deletions and conditions, which need no symbol; the back edge of a loop adds earlier states to
 * the set again.
 */
#include "scan/nfa_columns.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

struct nfa_column {
    path_value *values; /* values of the states in the set; others are invalid */
    uint64_t *set;
};

struct nfa_columns {
    const struct automaton *m;
    const struct alphabet *a;
    struct nfa_column now, before;
    uint64_t *waiting; /* states whose edges are not yet followed */
    size_t words;      /* of a set */
    uint32_t limit;
};

static bool column_open(struct nfa_column *c, size_t states, size_t words)
{
    c->values = reallocarray(NULL, states, sizeof *c->values);
    c->set = calloc(words, sizeof *c->set);
    return c->values != NULL && c->set != NULL;
}

static void column_close(struct nfa_column *c)
{
    free(c->values);
    free(c->set);
}

struct nfa_columns *nfa_columns_open(const struct automaton *m, const struct alphabet *a)
{
    struct nfa_columns *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->m = m;
    w->a = a;
    w->words = m->nstates / WORD + 1;
    w->waiting = calloc(w->words, sizeof *w->waiting);
    bool good = column_open(&w->now, m->nstates, w->words);
    if (!column_open(&w->before, m->nstates, w->words) || !good || w->waiting == NULL) {
        nfa_columns_close(w);
        return NULL;
    }
    return w;
}

void nfa_columns_close(struct nfa_columns *w)
{
    if (w == NULL)
        return;
    column_close(&w->now);
    column_close(&w->before);
    free(w->waiting);
    free(w);
}

static void add_to_set(uint64_t *set, uint32_t state)
{
    set[state / WORD] |= UINT64_C(1) << state % WORD;
}

/* Adds a cost to v. Returns PATH_NONE above the limit. */
static path_value add_cost(const struct nfa_columns *w, path_value v, uint32_t cost)
{
    uint64_t sum = (uint64_t)path_cost(v) + cost;
    return sum > w->limit ? PATH_NONE : v + ((uint64_t)cost << 32);
}

/* Relaxes a state by a path with value v. Returns whether it is better. */
static bool relax_state(struct nfa_columns *w, uint32_t state, path_value v)
{
    if (v == PATH_NONE ||
        (w->now.set[state / WORD] >> state % WORD & 1 && w->now.values[state] <= v))
        return false;
    w->now.values[state] = v;
    add_to_set(w->now.set, state);
    return true;
}

void nfa_columns_clear(struct nfa_columns *w, uint32_t limit)
{
    memset(w->now.set, 0, w->words * sizeof *w->now.set);
    w->limit = limit;
}

void nfa_columns_lower(struct nfa_columns *w, uint32_t limit)
{
    w->limit = limit;
}

void nfa_columns_begin(struct nfa_columns *w, uint32_t start)
{
    (void)relax_state(w, 0, start);
}

/* Follows the edges of a state that need no symbol. Returns the least earlier state, or the state
 * itself, that has improved. */
static uint32_t settle_state(struct nfa_columns *w, uint32_t state, uint32_t holding)
{
    const struct state *s = &w->m->states[state];
    path_value v = w->now.values[state];
    path_value without = add_cost(w, v, w->m->edits.delete);
    uint32_t least = state;
    for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
        uint32_t to = w->m->edges[e];
        const struct state *t = &w->m->states[to];
        bool passes = t->item == STATE_PASS ? (t->conditions & ~holding) == 0 : t->edited;
        path_value passed = t->cost > 0 ? add_cost(w, v, t->cost) : v;
        if (!passes || !relax_state(w, to, t->item == STATE_PASS ? passed : without))
            continue;
        add_to_set(w->waiting, to);
        least = to < least ? to : least;
    }
    return least;
}

void nfa_columns_settle(struct nfa_columns *w, uint32_t holding)
{
    memcpy(w->waiting, w->now.set, w->words * sizeof *w->waiting);
    for (size_t i = 0; i < w->words; i++) {
        while (w->waiting[i] != 0) {
            uint32_t bit = (uint32_t)__builtin_ctzll(w->waiting[i]);
            w->waiting[i] &= w->waiting[i] - 1;
            size_t back = settle_state(w, (uint32_t)(i * WORD) + bit, holding) / WORD;
            i = back < i ? back : i;
        }
    }
}

/* Follows the edges of a state of the previous column, with a symbol that matches these items. */
static void step_state(struct nfa_columns *w, uint32_t state, const uint32_t *items, size_t n)
{
    const struct edits *edits = &w->m->edits;
    const struct state *s = &w->m->states[state];
    path_value v = w->before.values[state];
    if (s->insert_behind)
        (void)relax_state(w, state, add_cost(w, v, edits->insert));
    path_value other = add_cost(w, v, edits->substitute);
    for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
        uint32_t to = w->m->edges[e];
        const struct state *t = &w->m->states[to];
        if (t->item == STATE_PASS)
            continue;
        if (items_have(items, n, t->item))
            (void)relax_state(w, to, add_cost(w, v, t->cost));
        else if (t->edited)
            (void)relax_state(w, to, other);
    }
}

void nfa_columns_step(struct nfa_columns *w, uint32_t symbol)
{
    const uint32_t *items;
    size_t n = alphabet_items(w->a, symbol, &items);
    struct nfa_column before = w->now;
    w->now = w->before;
    w->before = before;
    memset(w->now.set, 0, w->words * sizeof *w->now.set);
    for (size_t i = 0; i < w->words; i++)
        for (uint64_t set = before.set[i]; set != 0; set &= set - 1)
            step_state(w, (uint32_t)(i * WORD) + (uint32_t)__builtin_ctzll(set), items, n);
}

path_value nfa_columns_best(const struct nfa_columns *w)
{
    path_value best = PATH_NONE;
    for (size_t i = 0; i < w->words; i++)
        for (uint64_t set = w->now.set[i]; set != 0; set &= set - 1) {
            size_t state = i * WORD + (size_t)__builtin_ctzll(set);
            if (w->m->states[state].last && w->now.values[state] < best)
                best = w->now.values[state];
        }
    return best;
}

uint32_t nfa_columns_save(const struct nfa_columns *w, uint64_t *values)
{
    uint32_t n = 0;
    for (size_t i = 0; i < w->words; i++)
        for (uint64_t set = w->now.set[i]; set != 0; set &= set - 1) {
            uint64_t state = i * WORD + (size_t)__builtin_ctzll(set);
            values[n++] = state << 32 | path_cost(w->now.values[state]);
        }
    return n;
}

void nfa_columns_load(struct nfa_columns *w, const uint64_t *values, uint32_t n, uint32_t limit)
{
    nfa_columns_clear(w, limit);
    for (uint32_t i = 0; i < n; i++)
        if ((uint32_t)values[i] <= limit)
            (void)relax_state(w, (uint32_t)(values[i] >> 32), values[i] << 32);
}

bool nfa_columns_over(const struct nfa_columns *w)
{
    for (size_t i = 0; i < w->words; i++)
        if (w->now.set[i] != 0)
            return false;
    return true;
}

/* Places */

/* Returns whether symbol i is a word character of the record. */
static bool is_word(const struct nfa_place *p, size_t i)
{
    return alphabet_matches(p->a, chunk_symbol(p->c, alphabet_bytes(p->a), i), p->word);
}

uint32_t nfa_place_holding(const struct nfa_place *p, size_t i)
{
    bool begins = i == p->begin, ends = chunk_record_ends(p->c, alphabet_bytes(p->a), i);
    uint32_t holding = (begins ? CONDITION_BEGIN : 0) | (ends ? CONDITION_END : 0);
    if (p->word == UINT32_MAX)
        return holding;
    bool before = !begins && i > 0 && is_word(p, i - 1), behind = !ends && is_word(p, i);
    if (before == behind)
        return holding | CONDITION_NO_BORDER;
    return holding | CONDITION_BORDER | (behind ? CONDITION_WORD : CONDITION_WORD_ENDS);
}

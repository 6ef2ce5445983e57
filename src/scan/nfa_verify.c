#include "scan/nfa_verify.h"
#include "query/automaton_reverse.h"

#include <stdlib.h>

enum { STEPS_MOST = 100 /* most symbols read on a side; then an occurrence is assumed possible */ };

/* One side: paths that continue from a piece, in the direction of their automaton. */
struct verify_side {
    struct lazy_dfa *memo;
    /* reached states, in the format of lazy_dfa_start() */
    uint64_t values[PATH_PIECES][PATH_STATES];
    uint32_t n[PATH_PIECES]; /* 0: too many; every position is possible */
};

struct nfa_verify {
    const struct alphabet *a;
    struct automaton *reversed;
    uint32_t *numbers; /* of states in it */
    struct verify_side behind, before;
    uint32_t limit;
    const struct chunk *c;
    struct share own;
    const struct required_pieces *pieces;
};

void nfa_verify_close(struct nfa_verify *x)
{
    if (x == NULL)
        return;
    lazy_dfa_close(x->behind.memo);
    lazy_dfa_close(x->before.memo);
    automaton_free(x->reversed);
    free(x->numbers);
    free(x);
}

struct nfa_verify *nfa_verify_open(const struct automaton *m, const struct alphabet *a)
{
    struct nfa_verify *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    x->a = a;
    x->numbers = calloc(m->nstates, sizeof *x->numbers);
    x->reversed = x->numbers != NULL ? automaton_reverse_numbered(m, x->numbers) : NULL;
    if (x->reversed != NULL) {
        x->behind.memo = lazy_dfa_open(m, a, true);
        x->before.memo = lazy_dfa_open(x->reversed, a, true);
    }
    if (x->behind.memo != NULL && x->before.memo != NULL)
        return x;
    nfa_verify_close(x);
    return NULL;
}

/* Sets the initial states of paths; `numbers` maps them to this automaton's states, NULL: equal. */
static void renew_side(struct verify_side *s, uint32_t i, const struct some_states *states,
                       const uint32_t *numbers)
{
    s->n[i] = states->n <= PATH_STATES ? states->n : 0;
    for (uint32_t j = 0; j < s->n[i]; j++) {
        uint64_t state = numbers != NULL ? numbers[states->list[j]] : states->list[j];
        s->values[i][j] = state << 32;
    }
}

void nfa_verify_renew(struct nfa_verify *x, const struct required_pieces *pieces, uint32_t limit)
{
    x->limit = limit;
    x->pieces = pieces;
    lazy_dfa_forget(x->behind.memo);
    lazy_dfa_forget(x->before.memo);
    for (uint32_t i = 0; i < pieces->n; i++) {
        renew_side(&x->behind, i, &pieces->lasts[i], NULL);
        renew_side(&x->before, i, &pieces->firsts[i], x->numbers);
    }
}

void nfa_verify_begin(struct nfa_verify *x, const struct chunk *c, struct share own)
{
    x->c = c;
    x->own = own;
    lazy_dfa_begin(x->behind.memo, x->limit, c->alphabet_size);
    lazy_dfa_begin(x->before.memo, x->limit, c->alphabet_size);
}

/* Returns whether paths from piece i may end, over the symbols from `at` on or, with `back`, before
 * it. Conditions are assumed to hold. */
static bool goes_on(const struct nfa_verify *x, struct verify_side *s, uint32_t i, size_t at,
                    bool back)
{
    const uint32_t *bytes = alphabet_bytes(x->a);
    if (s->n[i] == 0 || lazy_dfa_useless(s->memo))
        return true;
    uint32_t column = lazy_dfa_start(s->memo, i, s->values[i], s->n[i]);
    for (int step = 0; step < STEPS_MOST && column != LAZY_DFA_NONE; step++) {
        const struct lazy_dfa_column *k = &lazy_dfa_columns(s->memo)[column];
        if (k->best <= x->limit)
            return true;
        if (k->n == 0 || at == (back ? x->own.lead : x->own.end))
            return false;
        uint32_t symbol = chunk_symbol(x->c, bytes, back ? --at : at++);
        if (symbol == SYMBOL_DELIMITER)
            return false;
        column = lazy_dfa_next(s->memo, column, symbol, LAZY_DFA_HOLDING);
    }
    return true;
}

bool nfa_verify_may_be(struct nfa_verify *x, uint32_t i, size_t symbol)
{
    return goes_on(x, &x->behind, i, symbol + x->pieces->pieces[i].n, false) &&
           goes_on(x, &x->before, i, symbol, true);
}

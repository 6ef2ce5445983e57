/* around.c - see around.h. */
#include "scan/around.h"
#include "query/automaton_reverse.h"

#include <stdlib.h>

enum { STEPS_MOST = 100 /* symbols looked at on a side; then it may be */ };

/* One side: paths that go on from a piece, in the direction of their automaton. */
struct side {
    struct memo *memo;
    uint64_t values[PATH_PIECES][PATH_STATES]; /* states that they are in, as memo_start() has it */
    uint32_t n[PATH_PIECES];                   /* 0: there are more, and any place may be one */
};

struct around {
    const struct alphabet *a;
    struct automaton *reversed;
    uint32_t *numbers; /* of states in it */
    struct side behind, before;
    uint32_t limit;
    const struct chunk *c;
    struct share own;
    const struct required_pieces *pieces;
};

void around_close(struct around *x)
{
    if (x == NULL)
        return;
    memo_close(x->behind.memo);
    memo_close(x->before.memo);
    automaton_free(x->reversed);
    free(x->numbers);
    free(x);
}

struct around *around_open(const struct automaton *m, const struct alphabet *a)
{
    struct around *x = calloc(1, sizeof *x);
    if (x == NULL)
        return NULL;
    x->a = a;
    x->numbers = calloc(m->nstates, sizeof *x->numbers);
    x->reversed = x->numbers != NULL ? automaton_reverse_numbered(m, x->numbers) : NULL;
    if (x->reversed != NULL) {
        x->behind.memo = memo_open(m, a, true);
        x->before.memo = memo_open(x->reversed, a, true);
    }
    if (x->behind.memo != NULL && x->before.memo != NULL)
        return x;
    around_close(x);
    return NULL;
}

/* Paths begin in these states; `numbers`: what they are here, NULL: the same. */
static void renew_side(struct side *s, uint32_t i, const struct some_states *states,
                       const uint32_t *numbers)
{
    s->n[i] = states->n <= PATH_STATES ? states->n : 0;
    for (uint32_t j = 0; j < s->n[i]; j++) {
        uint64_t state = numbers != NULL ? numbers[states->list[j]] : states->list[j];
        s->values[i][j] = state << 32;
    }
}

void around_renew(struct around *x, const struct required_pieces *pieces, uint32_t limit)
{
    x->limit = limit;
    x->pieces = pieces;
    memo_forget(x->behind.memo);
    memo_forget(x->before.memo);
    for (uint32_t i = 0; i < pieces->n; i++) {
        renew_side(&x->behind, i, &pieces->lasts[i], NULL);
        renew_side(&x->before, i, &pieces->firsts[i], x->numbers);
    }
}

void around_begin(struct around *x, const struct chunk *c, struct share own)
{
    x->c = c;
    x->own = own;
    memo_begin(x->behind.memo, x->limit, c->alphabet_size);
    memo_begin(x->before.memo, x->limit, c->alphabet_size);
}

/* Whether paths from piece i may come to an end, over the symbols from `at` on, or, with `back`,
 * before it. Conditions are taken as if they held. */
static bool goes_on(const struct around *x, struct side *s, uint32_t i, size_t at, bool back)
{
    const uint32_t *bytes = alphabet_bytes(x->a);
    if (s->n[i] == 0 || memo_useless(s->memo))
        return true;
    uint32_t column = memo_start(s->memo, i, s->values[i], s->n[i]);
    for (int step = 0; step < STEPS_MOST && column != MEMO_NONE; step++) {
        const struct memo_column *k = &memo_columns(s->memo)[column];
        if (k->best <= x->limit)
            return true;
        if (k->n == 0 || at == (back ? x->own.lead : x->own.end))
            return false;
        uint32_t symbol = chunk_symbol(x->c, bytes, back ? --at : at++);
        if (symbol == SYMBOL_DELIMITER)
            return false;
        column = memo_next(s->memo, column, symbol, MEMO_HOLDING);
    }
    return true;
}

bool around_may_be(struct around *x, uint32_t i, size_t symbol)
{
    return goes_on(x, &x->behind, i, symbol + x->pieces->pieces[i].n, false) &&
           goes_on(x, &x->before, i, symbol, true);
}

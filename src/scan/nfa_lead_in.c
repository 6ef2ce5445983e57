#include "scan/nfa_lead_in.h"

#include <stdlib.h>
#include <string.h>

#include "plan/costs.h"

enum { SHORTEST = 256, LONGER = 8 /* lead-ins that are tried: symbols, and times as many */ };

bool nfa_lead_in_pays(const struct query *q)
{
    return q->overlap == OVERLAP_RECORD && !q->line;
}

bool nfa_lead_in_open(struct nfa_lead_in *x, const struct query *q, const struct automaton *m,
                      const struct alphabet *a)
{
    *x = (struct nfa_lead_in){.q = q, .m = m, .a = a};
    x->none = nfa_columns_open(m, a);
    x->all = nfa_columns_open(m, a);
    for (size_t i = 0; i < 2; i++)
        x->values[i] = calloc(m->nstates, sizeof *x->values[i]);
    return x->none != NULL && x->all != NULL && x->values[0] != NULL && x->values[1] != NULL;
}

void nfa_lead_in_close(struct nfa_lead_in *x)
{
    nfa_columns_close(x->none);
    nfa_columns_close(x->all);
    free(x->values[0]);
    free(x->values[1]);
}

static bool columns_agree(struct nfa_lead_in *x)
{
    uint32_t n = nfa_columns_save(x->all, x->values[1]);
    return nfa_columns_save(x->none, x->values[0]) == n &&
           memcmp(x->values[0], x->values[1], n * sizeof *x->values[0]) == 0;
}

static void advance_states(struct nfa_columns *w, uint32_t symbol, uint32_t holding)
{
    nfa_columns_step(w, symbol);
    nfa_columns_begin(w, 0);
    nfa_columns_settle(w, holding);
}

bool nfa_lead_in_suffices(struct nfa_lead_in *x, const struct chunk *c, size_t from, size_t to,
                          uint32_t limit, double *ns)
{
    const uint32_t *bytes = alphabet_bytes(x->a);
    struct nfa_place place = {c, x->a, x->q->classes.word, SIZE_MAX};
    for (uint32_t i = 0; i < x->m->nstates; i++)
        x->values[1][i] = (uint64_t)i << 32;
    nfa_columns_load(x->all, x->values[1], x->m->nstates, limit);
    nfa_columns_clear(x->none, limit);
    for (size_t i = from; i<to && * ns> 0; i++) {
        uint32_t symbol = chunk_symbol(c, bytes, i);
        if (symbol == SYMBOL_DELIMITER)
            return true;
        uint32_t holding = nfa_place_holding(&place, i + 1);
        advance_states(x->all, symbol, holding);
        advance_states(x->none, symbol, holding);
        if (columns_agree(x))
            return true;
        *ns -= 2 * COST_NFA_STATE * x->m->nstates;
    }
    return false;
}

struct share nfa_lead_in_shorten(struct nfa_lead_in *x, const struct chunk *c, struct share own,
                                 uint32_t limit, double ns)
{
    for (size_t n = SHORTEST; n < own.begin - own.lead && ns > 0; n *= LONGER)
        if (nfa_lead_in_suffices(x, c, own.begin - n, own.begin, limit, &ns)) {
            own.lead = own.begin - n;
            break;
        }
    return own;
}

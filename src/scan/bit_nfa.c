#include "scan/bit_nfa.h"

#include <stdlib.h>

static uint32_t common(uint32_t a, uint32_t b)
{
    if (b == EDIT_NEVER)
        return a;
    while (b > 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void scale(uint32_t *cost, uint32_t unit)
{
    if (*cost != EDIT_NEVER)
        *cost /= unit;
}

void bit_nfa_scale(struct bit_nfa *l, const struct automaton *m)
{
    struct edits *e = &l->edits;
    *e = m->edits;
    uint32_t unit = common(common(common(0, e->insert), e->delete), e->substitute);
    for (uint32_t i = 0; i < l->nsteps; i++)
        unit = common(unit, l->steps[i].cost);
    for (uint32_t i = 0; i < l->nentries; i++)
        unit = common(unit, l->entries[i].cost);
    l->unit = unit = unit > 0 ? unit : 1;
    scale(&e->insert, unit);
    scale(&e->delete, unit);
    scale(&e->substitute, unit);
    for (uint32_t i = 0; i < l->nsteps; i++)
        l->steps[i].cost /= unit;
    for (uint32_t i = 0; i < l->nentries; i++)
        l->entries[i].cost /= unit;
}

void bit_nfa_free(struct bit_nfa *l)
{
    if (l == NULL)
        return;
    free(l->steps);
    free(l->entries);
    free(l->sources);
    free(l);
}

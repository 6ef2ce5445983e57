/* automaton.c - see automaton.h. */
#include "query/automaton.h"

#include <stdlib.h>

uint64_t automaton_longest(const struct automaton *m, uint32_t d)
{
    uint64_t length =
        (uint64_t)m->longest + (m->edits.insert < EDIT_NEVER ? d / m->edits.insert : 0);
    return length < UINT32_MAX ? length : UINT32_MAX;
}

void automaton_free(struct automaton *a)
{
    if (a == NULL)
        return;
    free(a->states);
    free(a->edges);
    free(a);
}

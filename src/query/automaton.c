#include "query/automaton.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "query/edit_budget.h"

uint64_t automaton_longest(const struct automaton *m, uint32_t d)
{
    uint64_t length = (uint64_t)m->longest + (m->extra < EDIT_NEVER ? d / m->extra : 0);
    return length < UINT32_MAX ? length : UINT32_MAX;
}

/* Lowers the costs of the successors of state i. Returns whether the cost of an earlier state
 * fell. */
static bool delete_behind(const struct automaton *m, uint32_t i, uint32_t *costs)
{
    bool back = false;
    for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++) {
        uint32_t to = m->edges[e];
        bool pass = m->states[to].item == STATE_PASS;
        uint64_t cost = (uint64_t)costs[i] + (pass ? m->states[to].cost : m->edits.delete);
        if (!(pass || m->states[to].edited) || cost >= costs[to])
            continue;
        costs[to] = (uint32_t)cost;
        back = back || to < i;
    }
    return back;
}

uint32_t automaton_vacuous(const struct automaton *m)
{
    uint32_t *costs = xreallocarray(NULL, m->nstates, sizeof *costs), least = EDIT_NEVER;
    memset(costs, 0xff, m->nstates * sizeof *costs);
    costs[0] = 0;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < m->nstates; i++)
            if (costs[i] < EDIT_NEVER)
                again = delete_behind(m, i, costs) || again;
    }
    for (uint32_t i = 0; i < m->nstates; i++)
        least = m->states[i].last && costs[i] < least ? costs[i] : least;
    free(costs);
    return least;
}

void automaton_free(struct automaton *a)
{
    if (a == NULL)
        return;
    free(a->states);
    free(a->edges);
    edit_budget_free(a->budget);
    free(a);
}

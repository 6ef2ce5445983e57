/* automaton_reverse.c - the reversed automaton. */
#include "query/automaton_builder.h"

/* State i > 0 becomes n - i, which reverses the level order. */
static uint32_t mirrored(const struct automaton *a, uint32_t state)
{
    return a->nstates - state;
}

struct automaton *automaton_reverse(const struct automaton *a, uint32_t *numbers)
{
    struct builder b = BUILDER_INIT;
    size_t nedges = (size_t)a->nedges + a->nstates; /* and one to each last state */
    if (!builder_reserve(&b, a->nstates, nedges)) {
        builder_free(&b);
        return NULL;
    }
    (void)builder_state(&b, STATE_PASS, 0);
    /* Here the reverse begins, so characters are inserted as behind the last item. */
    b.states[0].insert_before = a->states[0].insert_behind;
    b.states[0].insert_behind = a->states[0].insert_before;
    for (uint32_t i = a->nstates; i-- > 1;) {
        struct state s = a->states[i];
        uint32_t state = builder_state(&b, s.item, s.conditions);
        b.states[state].cost = s.cost;
        b.states[state].edited = s.edited;
        b.states[state].aside = s.aside;
        b.states[state].insert_before = s.insert_behind;
        b.states[state].insert_behind = s.insert_before;
    }
    for (uint32_t i = 0; i < a->nstates; i++) {
        if (a->states[i].last)
            builder_edge(&b, 0, mirrored(a, i));
        for (uint32_t e = a->states[i].edges_begin; e < a->states[i].edges_end; e++) {
            if (i == 0)
                b.states[mirrored(a, a->edges[e])].last = true;
            else
                builder_edge(&b, mirrored(a, a->edges[e]), mirrored(a, i));
        }
    }
    struct automaton *reversed = builder_try_finish(&b, a->edits, numbers);
    if (reversed == NULL)
        return NULL;
    reversed->longest = a->longest;
    reversed->shortest = a->shortest;
    reversed->extra = a->extra;
    for (uint32_t i = 1; numbers != NULL && i < a->nstates / 2 + 1; i++) { /* from mirrored() on */
        uint32_t other = mirrored(a, i), number = numbers[i];
        numbers[i] = numbers[other];
        numbers[other] = number;
    }
    return reversed;
}

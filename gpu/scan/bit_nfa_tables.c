#include "gpu/scan/bit_nfa_tables.h"

#include <stdlib.h>

#include "query/automaton.h"
#include "query/expression_tree.h"

#define NO_BIT UINT32_MAX

struct maker {
    const struct automaton *m;
    uint32_t *bits;                  /* [state]: its bit, or NO_BIT */
    uint32_t *seen;                  /* [state]: number of the last walk that visited it */
    uint32_t *stack;                 /* states of a walk; each at most once */
    uint32_t states[BIT_NFA_STATES]; /* [bit] */
    uint64_t follow[BIT_NFA_STATES];
    struct bit_nfa_tables *to;
};

/* Returns whether characters may be inserted in a state at a cost that the tables have. */
static bool inserts(const struct automaton *m, uint32_t state)
{
    return m->states[state].insert_behind && m->edits.insert <= BIT_NFA_MOST;
}

/* Sets bits[state] to 0 for needed states, to NO_BIT for others. An epsilon state is not needed if
 * all states before it admit the same insertions. */
static void choose_states(struct maker *x)
{
    const struct automaton *m = x->m;
    for (uint32_t i = 0; i < m->nstates; i++) {
        const struct state *s = &m->states[i];
        bool needed = s->item == STATE_PASS ? s->conditions != 0 : s->cost <= BIT_NFA_MOST;
        x->bits[i] = i > 0 && needed ? 0 : NO_BIT;
    }
    for (uint32_t i = 1; i < m->nstates; i++)
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++) {
            uint32_t to = m->edges[e];
            if (m->states[to].item == STATE_PASS && to > 0 && inserts(m, to) && !inserts(m, i))
                x->bits[to] = 0;
        }
}

/* Numbers the needed states in their order. Returns false if they are too many. */
static bool number_states(struct maker *x)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->m->nstates; i++) {
        if (x->bits[i] == NO_BIT)
            continue;
        if (n == BIT_NFA_STATES)
            return false;
        x->states[n] = i;
        x->to->items[n] = x->m->states[i].item;
        x->to->passes = x->to->passes || x->m->states[i].item == STATE_PASS;
        x->bits[i] = n++;
    }
    x->to->nstates = n;
    return true;
}

/* Returns the successors of `state`, including those after epsilon states without a bit. Sets *last
 * to whether the state or one of these epsilon states is final. */
static uint64_t walk_successors(struct maker *x, uint32_t state, uint32_t number, bool *last)
{
    const struct automaton *m = x->m;
    uint64_t found = 0;
    size_t depth = 0;
    *last = m->states[state].last;
    x->stack[depth++] = state;
    while (depth > 0) {
        const struct state *s = &m->states[x->stack[--depth]];
        for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
            uint32_t to = m->edges[e];
            if (x->bits[to] != NO_BIT) {
                found |= UINT64_C(1) << x->bits[to];
            } else if (m->states[to].item == STATE_PASS && x->seen[to] != number) {
                x->seen[to] = number;
                *last = *last || m->states[to].last;
                x->stack[depth++] = to;
            }
        }
    }
    return found;
}

static void put_masks(struct bit_nfa_tables *to, uint64_t masks[BIT_NFA_MOST + 1], uint32_t cost,
                      uint64_t states)
{
    if (cost > BIT_NFA_MOST || states == 0)
        return;
    masks[cost] |= states;
    to->costs |= 1U << cost;
}

static void make_masks(const struct maker *x)
{
    struct bit_nfa_tables *to = x->to;
    const struct edits *edits = &x->m->edits;
    for (uint32_t b = 0; b < to->nstates; b++) {
        const struct state *s = &x->m->states[x->states[b]];
        uint64_t bit = UINT64_C(1) << b;
        if (s->item != STATE_PASS)
            put_masks(to, to->match, s->cost, bit);
        if (s->insert_behind)
            put_masks(to, to->insert, edits->insert, bit);
        if (s->edited) {
            put_masks(to, to->substitute, edits->substitute, bit);
            put_masks(to, to->remove, edits->delete, bit);
        }
        for (unsigned c = 0; c < BIT_NFA_CLASSES * BIT_NFA_CLASSES; c++) {
            uint32_t holding = bit_nfa_holding(c / BIT_NFA_CLASSES, c % BIT_NFA_CLASSES);
            if (s->item == STATE_PASS && (s->conditions & ~holding) == 0)
                to->hold[c / BIT_NFA_CLASSES][c % BIT_NFA_CLASSES] |= bit;
        }
    }
}

static void make_next(struct maker *x)
{
    struct bit_nfa_tables *to = x->to;
    bool last;
    uint64_t first = walk_successors(x, 0, 1, &last);
    for (uint32_t b = 0; b < to->nstates; b++) {
        x->follow[b] = walk_successors(x, x->states[b], b + 2, &last);
        to->last |= last ? UINT64_C(1) << b : 0;
    }
    for (uint32_t i = 0; i < BIT_NFA_BYTES; i++)
        for (uint32_t v = 0; v < BIT_NFA_VALUES; v++) {
            to->next[i][v] = i == 0 ? first : 0;
            for (uint32_t b = 8 * i; b < 8 * i + 8 && b < to->nstates; b++)
                to->next[i][v] |= v >> (b - 8 * i) & 1 ? x->follow[b] : 0;
        }
}

struct bit_nfa_tables *bit_nfa_tables_make(const struct automaton *m, bool *memory)
{
    struct maker x = {.m = m,
                      .bits = calloc(m->nstates, sizeof *x.bits),
                      .seen = calloc(m->nstates, sizeof *x.seen),
                      .stack = calloc(m->nstates + 1, sizeof *x.stack),
                      .to = calloc(1, sizeof *x.to)};
    *memory = x.bits != NULL && x.seen != NULL && x.stack != NULL && x.to != NULL;
    bool good = *memory;
    if (good) {
        choose_states(&x);
        good = number_states(&x);
    }
    if (good) {
        make_masks(&x);
        make_next(&x);
    }
    free(x.bits);
    free(x.seen);
    free(x.stack);
    if (good)
        return x.to;
    free(x.to);
    return NULL;
}

uint32_t bit_nfa_holding(enum bit_nfa_class before, enum bit_nfa_class behind)
{
    uint32_t holding = (before == CLASS_DELIMITER ? CONDITION_BEGIN : 0) |
                       (behind == CLASS_DELIMITER ? CONDITION_END : 0);
    if ((before == CLASS_WORD) == (behind == CLASS_WORD))
        return holding | CONDITION_NO_BORDER;
    return holding | CONDITION_BORDER |
           (behind == CLASS_WORD ? CONDITION_WORD : CONDITION_WORD_ENDS);
}

/* levels_tables.c - see levels_tables.h. */
#include "gpu/scan/levels_tables.h"

#include <stdlib.h>

#include "query/automaton.h"
#include "query/expression_tree.h"

#define NO_BIT UINT32_MAX

struct maker {
    const struct automaton *m;
    uint32_t *bits;                 /* of each state, or NO_BIT */
    uint32_t *seen;                 /* by the walk of this number */
    uint32_t *stack;                /* states of a walk; each is there once at most */
    uint32_t states[LEVELS_STATES]; /* of each bit */
    uint64_t follow[LEVELS_STATES];
    struct levels_tables *to;
};

/* Whether characters may be inserted in a state, at a cost that is not too high. */
static bool inserts(const struct automaton *m, uint32_t state)
{
    return m->states[state].insert_behind && m->edits.insert <= LEVELS_MOST;
}

/* A state that matches nothing is not needed where all states before it admit what it does. Those
 * that are needed get *bits[state] = 0, the others NO_BIT. */
static void choose_states(struct maker *x)
{
    const struct automaton *m = x->m;
    for (uint32_t i = 0; i < m->nstates; i++) {
        const struct state *s = &m->states[i];
        bool needed = s->item == STATE_PASS ? s->conditions != 0 : s->cost <= LEVELS_MOST;
        x->bits[i] = i > 0 && needed ? 0 : NO_BIT;
    }
    for (uint32_t i = 1; i < m->nstates; i++)
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++) {
            uint32_t to = m->edges[e];
            if (m->states[to].item == STATE_PASS && to > 0 && inserts(m, to) && !inserts(m, i))
                x->bits[to] = 0;
        }
}

/* Gives the states bits, in their order; false: they are too many. */
static bool number_states(struct maker *x)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->m->nstates; i++) {
        if (x->bits[i] == NO_BIT)
            continue;
        if (n == LEVELS_STATES)
            return false;
        x->states[n] = i;
        x->to->items[n] = x->m->states[i].item;
        x->to->passes = x->to->passes || x->m->states[i].item == STATE_PASS;
        x->bits[i] = n++;
    }
    x->to->nstates = n;
    return true;
}

/* What follows `state`, also behind states that match nothing and have no bit; *last: whether a
 * path may end in the state or in one of those. */
static uint64_t walk(struct maker *x, uint32_t state, uint32_t number, bool *last)
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

static void put(struct levels_tables *to, uint64_t masks[LEVELS_MOST + 1], uint32_t cost,
                uint64_t states)
{
    if (cost > LEVELS_MOST || states == 0)
        return;
    masks[cost] |= states;
    to->costs |= 1U << cost;
}

static void make_masks(const struct maker *x)
{
    struct levels_tables *to = x->to;
    const struct edits *edits = &x->m->edits;
    for (uint32_t b = 0; b < to->nstates; b++) {
        const struct state *s = &x->m->states[x->states[b]];
        uint64_t bit = UINT64_C(1) << b;
        if (s->item != STATE_PASS)
            put(to, to->match, s->cost, bit);
        if (s->insert_behind)
            put(to, to->insert, edits->insert, bit);
        if (s->edited) {
            put(to, to->substitute, edits->substitute, bit);
            put(to, to->remove, edits->delete, bit);
        }
        for (unsigned c = 0; c < LEVELS_CLASSES * LEVELS_CLASSES; c++) {
            uint32_t holding = levels_holding(c / LEVELS_CLASSES, c % LEVELS_CLASSES);
            if (s->item == STATE_PASS && (s->conditions & ~holding) == 0)
                to->hold[c / LEVELS_CLASSES][c % LEVELS_CLASSES] |= bit;
        }
    }
}

static void make_next(struct maker *x)
{
    struct levels_tables *to = x->to;
    bool last;
    uint64_t first = walk(x, 0, 1, &last);
    for (uint32_t b = 0; b < to->nstates; b++) {
        x->follow[b] = walk(x, x->states[b], b + 2, &last);
        to->last |= last ? UINT64_C(1) << b : 0;
    }
    for (uint32_t i = 0; i < LEVELS_BYTES; i++)
        for (uint32_t v = 0; v < LEVELS_VALUES; v++) {
            to->next[i][v] = i == 0 ? first : 0;
            for (uint32_t b = 8 * i; b < 8 * i + 8 && b < to->nstates; b++)
                to->next[i][v] |= v >> (b - 8 * i) & 1 ? x->follow[b] : 0;
        }
}

struct levels_tables *levels_tables_make(const struct automaton *m, bool *memory)
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

uint32_t levels_holding(enum levels_class before, enum levels_class behind)
{
    uint32_t holding = (before == CLASS_DELIMITER ? CONDITION_BEGIN : 0) |
                       (behind == CLASS_DELIMITER ? CONDITION_END : 0);
    if ((before == CLASS_WORD) == (behind == CLASS_WORD))
        return holding | CONDITION_NO_BORDER;
    return holding | CONDITION_BORDER |
           (behind == CLASS_WORD ? CONDITION_WORD : CONDITION_WORD_ENDS);
}

/*
 * limited_automaton.c - the product of an automaton and its budget (edit_budget.h): its paths are
 * those within the limits.
 *
 * Its states are pairs of a state and a spent budget. So engines need no support for limits. A
 * counted edit has its own state, whose item may be edited, or matches any character at the cost of
 * the edit.
 *
 * A state t with `spent` becomes up to five states: one entered by a match of t's item, one by a
 * deletion (or a substitution, if both are counted alike), one by a substitution, one by an
 * insertion after t; all these lead to the node, which has the outgoing edges. If none of these is
 * counted, the node itself is t.
 */
#include <stdlib.h>

#include "base/hash_bytes.h"
#include "base/xalloc.h"
#include "query/automaton_builder.h"
#include "query/edit_budget.h"

enum part { NODE, MATCHED, EDITED, SUBSTITUTED, INSERTED, PARTS };

struct place {
    uint32_t state, spent, part;
    uint32_t made; /* plus 1; 0: a free slot of the hash table */
};

struct multiplier {
    const struct automaton *m;
    uint32_t any;
    struct builder b;
    struct place *places; /* a hash table */
    size_t size;          /* a power of two */
    struct place *queue;  /* nodes, in the order of creation */
    size_t nqueue, queue_capacity;
    bool full;
};

static uint32_t after(const struct multiplier *x, uint32_t state, uint32_t spent, unsigned kind)
{
    return edit_budget_after(x->m->budget, state, spent, kind);
}

/* Returns whether deletions and substitutions of the state's item may enter the same state as a
 * match. */
static bool are_free(const struct multiplier *x, uint32_t state, uint32_t spent)
{
    uint32_t kept = after(x, state, spent, KIND_NONE);
    return !x->m->budget->apart && after(x, state, spent, KIND_DELETION) == kept;
}

/* Returns whether the state needs only its node, which is then not edited. After conditions,
 * insertions lead to a place where these need not hold. Where no insertions are counted, deletions
 * and substitutions are counted apart. */
static bool is_whole(const struct multiplier *x, uint32_t state)
{
    const struct state *s = &x->m->states[state];
    if (x->m->budget->insertions)
        return s->item == STATE_PASS && s->conditions == 0;
    return !s->edited;
}

static struct place *place_of(struct multiplier *x, uint32_t state, uint32_t spent, enum part part)
{
    const uint32_t key[] = {state, spent, part};
    size_t at = hash_bytes(key, sizeof key) & (x->size - 1);
    for (struct place *p;; at = (at + 1) & (x->size - 1)) {
        p = &x->places[at];
        if (p->made == 0 || (p->state == state && p->spent == spent && p->part == part))
            return p;
    }
}

/* Returns the new state for this part. */
static struct state made_of(const struct multiplier *x, uint32_t state, enum part part)
{
    const struct automaton *m = x->m;
    const struct edit_budget *b = m->budget;
    struct state s = m->states[state];
    bool whole = is_whole(x, state);
    s.insert_before = s.insert_before || b->insertions; /* never, where these have states */
    s.insert_behind = s.insert_behind || b->insertions;
    switch (part) {
    case NODE:
        s.item = whole ? s.item : STATE_PASS;
        s.conditions = whole ? s.conditions : 0;
        s.cost = whole ? s.cost : 0;
        s.edited = false;
        return s;
    case MATCHED:
        s.edited = false;
        break;
    case SUBSTITUTED:
    case INSERTED:
        s.item = x->any;
        s.cost = part == INSERTED ? m->edits.insert : m->edits.substitute;
        s.conditions = 0;
        s.edited = false;
        s.aside = true;
        break;
    default: /* EDITED */
        break;
    }
    s.last = false;
    return s;
}

/* Returns the number of the state for this part; creates it on first use. */
static uint32_t state_of(struct multiplier *x, uint32_t state, uint32_t spent, enum part part)
{
    if (part == MATCHED && is_whole(x, state))
        part = NODE;
    struct place *p = place_of(x, state, spent, part);
    if (p->made > 0)
        return p->made - 1;
    x->full = x->b.nstates == BUDGET_MOST;
    if (x->full)
        return 0;
    uint32_t number = builder_state(&x->b, STATE_PASS, 0);
    x->b.states[number] = made_of(x, state, part);
    *p = (struct place){state, spent, part, number + 1};
    if (part == NODE) {
        xgrow(&x->queue, &x->queue_capacity, x->nqueue + 1, sizeof *x->queue);
        x->queue[x->nqueue++] = *p;
    } else {
        builder_edge(&x->b, number, state_of(x, state, spent, NODE));
    }
    return number;
}

/* Adds an edge to a part of `state`, if the budget allows it. */
static void lead_to(struct multiplier *x, uint32_t from, uint32_t state, uint32_t spent,
                    enum part part)
{
    if (spent != SPENT_NONE && !x->full)
        builder_edge(&x->b, from, state_of(x, state, spent, part));
}

/* Adds the edges for an edge to `to`, for all kinds of edits. */
static void lead_over(struct multiplier *x, uint32_t from, uint32_t to, uint32_t spent)
{
    const struct edits *edits = &x->m->edits;
    const struct state *t = &x->m->states[to];
    bool apart = x->m->budget->apart;
    bool edited =
        t->edited && (edits->delete < EDIT_NEVER || (!apart && edits->substitute < EDIT_NEVER));
    if (!edited || !are_free(x, to, spent)) /* otherwise the EDITED part matches, too */
        lead_to(x, from, to, after(x, to, spent, t->exchanged ? KIND_OTHER : KIND_NONE), MATCHED);
    if (edited)
        lead_to(x, from, to, after(x, to, spent, KIND_DELETION), EDITED);
    if (t->edited && apart && edits->substitute < EDIT_NEVER)
        lead_to(x, from, to, after(x, to, spent, KIND_SUBSTITUTION), SUBSTITUTED);
}

static void lead_on(struct multiplier *x, struct place node)
{
    const struct automaton *m = x->m;
    const struct state *s = &m->states[node.state];
    uint32_t from = node.made - 1;
    /* Added first, so that a loop of insertions has only two states in level order. */
    if (m->budget->insertions && s->insert_behind && m->edits.insert < EDIT_NEVER)
        lead_to(x, from, node.state, after(x, node.state, node.spent, KIND_INSERTION), INSERTED);
    for (uint32_t e = s->edges_begin; e < s->edges_end; e++)
        lead_over(x, from, m->edges[e], node.spent);
}

/* Marks the states from which a path can end within the budget. */
static bool *find_useful(const struct builder *b)
{
    bool *useful = xcalloc(b->nstates, sizeof *useful);
    for (size_t i = 0; i < b->nstates; i++)
        useful[i] = b->states[i].last;
    for (bool again = true; again;) {
        again = false;
        for (size_t e = b->nedges; e-- > 0;) {
            bool more = useful[b->edges[e].to] && !useful[b->edges[e].from];
            useful[b->edges[e].from] = useful[b->edges[e].from] || more;
            again = again || more;
        }
    }
    return useful;
}

/* Removes the states without a path to the end. State 0 is never removed. */
static void drop_useless(struct builder *b)
{
    bool *useful = find_useful(b);
    uint32_t *numbers = xcalloc(b->nstates, sizeof *numbers);
    size_t nstates = 0, nedges = 0;
    for (size_t i = 0; i < b->nstates; i++) {
        if (!useful[i])
            continue;
        numbers[i] = (uint32_t)nstates;
        b->states[nstates++] = b->states[i];
    }
    for (size_t e = 0; e < b->nedges; e++) {
        struct builder_edge edge = b->edges[e];
        if (useful[edge.from] && useful[edge.to])
            b->edges[nedges++] = (struct builder_edge){numbers[edge.from], numbers[edge.to]};
    }
    b->nstates = nstates;
    b->nedges = nedges;
    free(useful);
    free(numbers);
}

struct automaton *limited_automaton(const struct automaton *m, uint32_t any)
{
    if (m->budget->full)
        return NULL;
    struct multiplier x = {.m = m, .any = any, .b = BUILDER_INIT, .size = 2};
    while (x.size < 2 * PARTS * (size_t)m->budget->npairs && x.size < 2 * BUDGET_MOST)
        x.size *= 2;
    x.places = xcalloc(x.size, sizeof *x.places);
    if (m->budget->insertions) /* then an edge may lead to the node of state 0 */
        builder_edge(&x.b, builder_state(&x.b, STATE_PASS, 0), 1);
    (void)state_of(&x, 0, 0, NODE);
    for (size_t i = 0; i < x.nqueue; i++)
        lead_on(&x, x.queue[i]);
    struct edits edits = m->edits;
    edits.insert = m->budget->insertions ? EDIT_NEVER : edits.insert;
    edits.substitute = m->budget->apart ? EDIT_NEVER : edits.substitute;
    free(x.places);
    free(x.queue);
    if (x.full) {
        builder_free(&x.b);
        return NULL;
    }
    drop_useless(&x.b);
    struct automaton *a = builder_finish(&x.b, edits);
    a->longest = m->longest;
    a->shortest = m->shortest;
    a->extra = m->edits.insert;
    a->vacuous = automaton_vacuous(a);
    return a;
}

#include "query/automaton_builder.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

struct list builder_list(struct builder *b, uint32_t state)
{
    xgrow(&b->links, &b->links_capacity, b->nlinks + 1, sizeof *b->links);
    b->links[b->nlinks] = (struct link){state, NO_LINK};
    uint32_t link = (uint32_t)b->nlinks++;
    return (struct list){link, link, 1};
}

struct list builder_join(struct builder *b, struct list x, struct list y)
{
    if (x.n == 0)
        return y;
    b->links[x.last].next = y.first;
    return (struct list){x.first, y.last, x.n + y.n};
}

uint32_t builder_state(struct builder *b, uint32_t item, uint32_t conditions)
{
    bool free = b->nscopes == 0 || (!edit_limits_exact(&b->scopes[b->scope].limits) &&
                                    !edit_limits_exact(&b->scopes[0].limits));
    xgrow(&b->states, &b->states_capacity, b->nstates + 1, sizeof *b->states);
    b->states[b->nstates] = (struct state){.item = item,
                                           .conditions = conditions,
                                           .edited = free && item != STATE_PASS,
                                           .insert_before = free,
                                           .insert_behind = free,
                                           .scope = b->scope};
    return (uint32_t)b->nstates++;
}

uint32_t builder_scope(struct builder *b, const struct edit_limits *limits)
{
    xgrow(&b->scopes, &b->scopes_capacity, b->nscopes + 1, sizeof *b->scopes);
    b->scopes[b->nscopes] = (struct edit_scope){*limits, b->scope};
    return (uint32_t)b->nscopes++;
}

void builder_edge(struct builder *b, uint32_t from, uint32_t to)
{
    xgrow(&b->edges, &b->edges_capacity, b->nedges + 1, sizeof *b->edges);
    b->edges[b->nedges++] = (struct builder_edge){from, to};
}

void builder_sort(const struct builder *b, uint32_t *places, uint32_t *edges)
{
    memset(places, 0, (b->nstates + 1) * sizeof *places);
    for (size_t e = 0; e < b->nedges; e++)
        places[b->edges[e].from + 1]++;
    for (size_t i = 0; i < b->nstates; i++)
        places[i + 1] += places[i];
    for (size_t e = 0; e < b->nedges; e++)
        edges[places[b->edges[e].from]++] = b->edges[e].to;
}

/* Level order */

/*
 * numbers[i] becomes the place of state i in level order: that in which a walk in depth leaves the
 * states, backwards. places, edges: as builder_sort() makes them.
 */
static void number_states(size_t n, const uint32_t *places, const uint32_t *edges,
                          uint32_t *numbers)
{
    uint32_t *stack = xreallocarray(NULL, n, sizeof *stack), left = (uint32_t)n;
    uint32_t *next = xreallocarray(NULL, n, sizeof *next);
    bool *seen = xcalloc(n, sizeof *seen);
    size_t depth = 0;
    for (size_t i = 0; i < n; i++)
        next[i] = places[i]; /* edges are tried from the last on */
    stack[depth++] = 0;
    seen[0] = true;
    while (depth > 0) {
        uint32_t state = stack[depth - 1];
        if (next[state] == (state > 0 ? places[state - 1] : 0)) {
            numbers[state] = --left;
            depth--;
            continue;
        }
        uint32_t to = edges[--next[state]];
        if (!seen[to])
            stack[depth++] = to;
        seen[to] = true;
    }
    free(stack);
    free(next);
    free(seen);
}

/* Moves the states, renumbered, and their edges to the automaton. Sets numbers[i] to the number of
 * state i. */
static void move_states(struct builder *b, struct automaton *a, uint32_t *numbers)
{
    uint32_t *places = xreallocarray(NULL, b->nstates + 1, sizeof *places);
    a->nstates = (uint32_t)b->nstates;
    a->nedges = (uint32_t)b->nedges;
    a->states = xcalloc(b->nstates, sizeof *a->states);
    a->edges = xcalloc(b->nedges, sizeof *a->edges);
    builder_sort(b, places, a->edges);
    number_states(b->nstates, places, a->edges, numbers);
    for (size_t e = 0; e < b->nedges; e++)
        b->edges[e] = (struct builder_edge){numbers[b->edges[e].from], numbers[b->edges[e].to]};
    builder_sort(b, places, a->edges);
    for (size_t i = 0; i < b->nstates; i++)
        a->states[numbers[i]] = b->states[i];
    for (size_t i = 0; i < b->nstates; i++) {
        a->states[i].edges_begin = i > 0 ? places[i - 1] : 0;
        a->states[i].edges_end = places[i];
        a->conditions |= a->states[i].conditions;
    }
    free(places);
}

/* Returns the number of items on the longest path; UINT32_MAX if there are loops. */
static uint32_t longest_path(const struct automaton *a)
{
    uint32_t *lengths = xcalloc(a->nstates, sizeof *lengths), longest = 0;
    for (uint32_t i = 0; i < a->nstates && longest < UINT32_MAX; i++) {
        const struct state *s = &a->states[i];
        lengths[i] += s->item != STATE_PASS;
        longest = lengths[i] > longest ? lengths[i] : longest;
        for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
            uint32_t to = a->edges[e];
            if (to <= i)
                longest = UINT32_MAX;
            else if (lengths[to] < lengths[i])
                lengths[to] = lengths[i];
        }
    }
    free(lengths);
    return longest;
}

void builder_free(struct builder *b)
{
    free(b->states);
    free(b->edges);
    free(b->links);
    free(b->scopes);
}

struct automaton *builder_finish(struct builder *b, struct edits edits, uint32_t *numbers)
{
    struct automaton *a = xcalloc(1, sizeof *a);
    uint32_t *own = xreallocarray(NULL, b->nstates, sizeof *own);
    a->edits = edits;
    move_states(b, a, own);
    a->longest = longest_path(a);
    a->extra = edits.insert;
    if (numbers != NULL)
        memcpy(numbers, own, b->nstates * sizeof *numbers);
    free(own);
    builder_free(b);
    return a;
}

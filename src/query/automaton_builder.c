#include "query/automaton_builder.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/grow.h"
#include "base/xalloc.h"

bool builder_reserve(struct builder *b, size_t nstates, size_t nedges)
{
    return grow(&b->states, &b->states_capacity, nstates, sizeof *b->states) &&
           grow(&b->edges, &b->edges_capacity, nedges, sizeof *b->edges);
}

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

/* Arrays of a number for each state. */
struct numbering {
    uint32_t *numbers; /* the place in level order; NO_STATE: not seen */
    uint32_t *places;  /* of builder_sort() */
    uint32_t *stack;
    uint32_t *next; /* the edges that the walk has left to try; lengths of paths */
};

static bool open_numbering(struct numbering *w, size_t n)
{
    w->numbers = malloc((4 * n + 1) * sizeof *w->numbers);
    if (w->numbers == NULL)
        return false;
    w->stack = w->numbers + n;
    w->next = w->stack + n;
    w->places = w->next + n; /* one more */
    return true;
}

/* Numbers the states in level order: that in which a walk in depth leaves the states, backwards. */
static void number_states(struct numbering *w, size_t n, const uint32_t *edges)
{
    uint32_t left = (uint32_t)n;
    size_t depth = 0;
    for (size_t i = 0; i < n; i++) {
        w->numbers[i] = NO_STATE;
        w->next[i] = w->places[i]; /* edges are tried from the last on */
    }
    w->stack[depth++] = 0;
    w->numbers[0] = 0;
    while (depth > 0) {
        uint32_t state = w->stack[depth - 1];
        if (w->next[state] == (state > 0 ? w->places[state - 1] : 0)) {
            w->numbers[state] = --left;
            depth--;
            continue;
        }
        uint32_t to = edges[--w->next[state]];
        if (w->numbers[to] == NO_STATE) {
            w->stack[depth++] = to;
            w->numbers[to] = 0; /* until the walk leaves it */
        }
    }
}

/* Moves the states, renumbered, and their edges to the automaton. */
static void move_states(struct builder *b, struct automaton *a, struct numbering *w)
{
    builder_sort(b, w->places, a->edges);
    number_states(w, b->nstates, a->edges);
    for (size_t e = 0; e < b->nedges; e++)
        b->edges[e] =
            (struct builder_edge){w->numbers[b->edges[e].from], w->numbers[b->edges[e].to]};
    builder_sort(b, w->places, a->edges);
    for (size_t i = 0; i < b->nstates; i++)
        a->states[w->numbers[i]] = b->states[i];
    for (size_t i = 0; i < b->nstates; i++) {
        a->states[i].edges_begin = i > 0 ? w->places[i - 1] : 0;
        a->states[i].edges_end = w->places[i];
        a->conditions |= a->states[i].conditions;
    }
}

/* Returns the number of items on the longest path; UINT32_MAX if there are loops. */
static uint32_t longest_path(const struct automaton *a, uint32_t *lengths)
{
    uint32_t longest = 0;
    memset(lengths, 0, a->nstates * sizeof *lengths);
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
    return longest;
}

/* Returns the number of items on the shortest path. Each state has been reached when it is its
 * turn: the walk of number_states() came to it from a lesser one. */
static uint32_t shortest_path(const struct automaton *a, uint32_t *lengths)
{
    uint32_t shortest = UINT32_MAX;
    memset(lengths, 0xff, a->nstates * sizeof *lengths);
    lengths[0] = 0;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < a->nstates; i++) {
            const struct state *s = &a->states[i];
            uint32_t length = lengths[i] + (s->item != STATE_PASS);
            shortest = s->last && length < shortest ? length : shortest;
            for (uint32_t e = s->edges_begin; e < s->edges_end; e++) {
                uint32_t to = a->edges[e];
                again = again || (to < i && length < lengths[to]);
                lengths[to] = length < lengths[to] ? length : lengths[to];
            }
        }
    }
    return shortest < UINT32_MAX ? shortest : 0;
}

void builder_free(struct builder *b)
{
    free(b->states);
    free(b->edges);
    free(b->links);
    free(b->scopes);
}

struct automaton *builder_try_finish(struct builder *b, struct edits edits, uint32_t *numbers)
{
    struct numbering w = {0};
    struct automaton *a = calloc(1, sizeof *a);
    if (a != NULL) {
        a->nstates = (uint32_t)b->nstates;
        a->nedges = (uint32_t)b->nedges;
        a->states = calloc(b->nstates, sizeof *a->states);
        a->edges = calloc(b->nedges + 1, sizeof *a->edges);
        a->edits = edits;
        a->confused = b->confused;
        a->extra = edits.insert;
    }
    if (a == NULL || a->states == NULL || a->edges == NULL || !open_numbering(&w, b->nstates)) {
        automaton_free(a);
        builder_free(b);
        return NULL;
    }
    move_states(b, a, &w);
    a->longest = longest_path(a, w.next);
    a->shortest = shortest_path(a, w.next);
    if (numbers != NULL)
        memcpy(numbers, w.numbers, b->nstates * sizeof *numbers);
    free(w.numbers);
    builder_free(b);
    return a;
}

struct automaton *builder_finish(struct builder *b, struct edits edits)
{
    struct automaton *a = builder_try_finish(b, edits, NULL);
    if (a == NULL)
        die_out_of_memory();
    return a;
}

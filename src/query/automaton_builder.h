/*
 * automaton_builder.h - builds an automaton: states and edges are added in any order, and sorted
 * into level order at the end.
 *
 * A builder begins as BUILDER_INIT. All paths begin in its first state.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/automaton.h"
#include "query/edit_budget.h"

#define NO_STATE UINT32_MAX
#define NO_LINK UINT32_MAX

struct link {
    uint32_t state, next;
};

/* States as a linked list. Lists are joined, never copied, so building takes linear time. */
struct list {
    uint32_t first, last, n;
};

#define LIST_EMPTY ((struct list){NO_LINK, NO_LINK, 0})

struct builder_edge {
    uint32_t from, to;
};

/* The builder owns everything, until builder_finish(). */
struct builder {
    struct state *states; /* the caller may change a state that it added, except the edges */
    size_t nstates, states_capacity;
    struct builder_edge *edges; /* those of a state in the order of the expression */
    size_t nedges, edges_capacity;
    struct link *links;
    size_t nlinks, links_capacity;
    struct edit_scope *scopes;
    size_t nscopes, scopes_capacity;
    uint32_t scope; /* new states are in it */
    struct confused confused;
    uint32_t *scope_of; /* of each node of the expression (glushkov.c): its scope, or 0 */
    bool marks;         /* groups have states where they begin and end */
};

#define BUILDER_INIT ((struct builder){.scope = 0})

/* Adds a scope within the current one. Returns its number. Scope 0 is the whole pattern. */
uint32_t builder_scope(struct builder *b, const struct edit_limits *limits);

/* Adds a state and returns its number. Its item, unless it is STATE_PASS, may be edited, and
 * characters may be inserted on both sides, unless its scope allows no edit. */
uint32_t builder_state(struct builder *b, uint32_t item, uint32_t conditions);

void builder_edge(struct builder *b, uint32_t from, uint32_t to);

struct list builder_list(struct builder *b, uint32_t state);

/* Concatenates two lists, which must not be used any more. */
struct list builder_join(struct builder *b, struct list x, struct list y);

/* Frees what it owns, if it is not finished. */
void builder_free(struct builder *b);

/* Sorts the edges by the states that they leave; sets places[i] to the end of those of state i.
 * places[nstates + 1], edges[nedges]. */
void builder_sort(const struct builder *b, uint32_t *places, uint32_t *edges);

/* Returns the automaton, without `vacuous`, and empties the builder. */
struct automaton *builder_finish(struct builder *b, struct edits edits);

/* For threads of an engine, which never exit the program (base/xalloc.h). */

/* Makes room: adding as many states and edges allocates nothing. Returns false when out of
 * memory. */
bool builder_reserve(struct builder *b, size_t nstates, size_t nedges);

/* builder_finish(), but returns NULL when out of memory; the builder is empty then, too. Sets
 * numbers[i], unless NULL, to the new number of state i. */
struct automaton *builder_try_finish(struct builder *b, struct edits edits, uint32_t *numbers);

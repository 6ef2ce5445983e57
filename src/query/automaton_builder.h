/*
 * automaton_builder.h - an automaton while it is made: states and edges are added in any order, and
 * put into level order in the end.
 *
 * A builder begins as {.exact = false}, or {.marks = true}. Its first state is where all paths
 * begin.
 */
#ifndef AUTOMATON_BUILDER_H
#define AUTOMATON_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/automaton.h"

#define NO_STATE UINT32_MAX
#define NO_LINK UINT32_MAX

struct link {
    uint32_t state, next;
};

/* States, as a chain of links; two are joined, never copied, so all is linear in the states. */
struct list {
    uint32_t first, last, n;
};

#define LIST_EMPTY ((struct list){NO_LINK, NO_LINK, 0})

struct builder_edge {
    uint32_t from, to;
};

/* All is owned by the builder, until builder_finish(). */
struct builder {
    struct state *states; /* the caller may change a state that it added, except the edges */
    size_t nstates, states_capacity;
    struct builder_edge *edges; /* those of a state in the order of the expression */
    size_t nedges, edges_capacity;
    struct link *links;
    size_t nlinks, links_capacity;
    bool exact; /* what is added now is within an exact group */
    bool marks; /* groups have states where they begin and end */
};

/* Adds a state and returns its number. It is edited, unless it is a STATE_PASS, and characters may
 * be inserted on both sides; not so within an exact group. */
uint32_t builder_state(struct builder *b, uint32_t item, uint32_t conditions);

void builder_edge(struct builder *b, uint32_t from, uint32_t to);

struct list builder_list(struct builder *b, uint32_t state);

/* Both in one; neither is a list of its own any more. */
struct list builder_join(struct builder *b, struct list x, struct list y);

/* Puts the edges in the order of the states that they leave; places[i] becomes where those of state
 * i end. places[nstates + 1], edges[nedges]. */
void builder_sort(const struct builder *b, uint32_t *places, uint32_t *edges);

/* The automaton, without `vacuous`; nothing is left of the builder. numbers[i], unless NULL,
 * becomes the number that state i has there. */
struct automaton *builder_finish(struct builder *b, struct edits edits, uint32_t *numbers);

#endif

/*
 * automaton.h - an expression as an NFA, with the cost of each edit.
 *
 * There is a state for each item of the expanded expression (Glushkov's positions): a path is in it
 * when the text has matched the item, or an edit has replaced it. Other states match nothing: a
 * path passes them if their conditions hold. Such a state represents a condition, the border of an
 * exact group, or a place where many edges would meet: n items before m others have n + m edges
 * through it, instead of n * m. An exchange of two items is two more states, in the other order. A
 * confusion is a state for each character of the text, beside the states of its items. Without
 * these extra states (`aside`), the paths are the sequences of the expression. All paths begin in
 * state 0.
 *
 * The edges of a state are in the order of the expression: of alternatives the one written first,
 * of repetitions the one that continues.
 *
 * States are in level order: an edge to a lesser state, or to itself, closes a loop.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "query/edits.h"

struct edit_budget;

#define STATE_PASS UINT32_MAX /* instead of an item: the state matches nothing */

struct state {
    uint32_t item;       /* its number, or STATE_PASS */
    uint32_t cost;       /* cost of entering it, besides edits of its item; 0 for edited items,
                            and for STATE_PASS without conditions */
    uint32_t conditions; /* bits of enum condition; all must hold to pass */
    bool edited;         /* the item may be deleted or substituted */
    bool insert_before, insert_behind; /* characters may be inserted there */
    bool last;                         /* a path may end here */
    uint32_t begins, ends;             /* STATE_PASS: numbers of groups, or 0 */
    bool aside;                        /* it belongs to an exchange or a confusion */
    bool exchanged;                    /* it is the first of these: entering it is an edit */
    uint32_t scope;                    /* whose limits its edits have (edit_budget.h) */
    uint32_t edges_begin, edges_end;   /* its range in the automaton's edges */
};

/* How many edits of cost 1 can at most replace the confusions of a sequence: `free` at no cost, and
 * `most` for each `cost`, if that is not 0. */
struct confused {
    uint32_t free, most, cost;
};

struct automaton {
    struct state *states;
    uint32_t nstates;
    uint32_t *edges; /* target states */
    uint32_t nedges;
    uint32_t conditions; /* the union of all states' conditions */
    uint32_t longest;    /* items of the longest sequence; UINT32_MAX: there are loops */
    uint32_t shortest;   /* items of the shortest one */
    uint32_t vacuous;    /* the least cost of deleting all of a sequence; EDIT_NEVER: impossible */
    struct edits edits;
    struct confused confused;
    uint32_t extra;             /* the least cost of a character besides the longest sequence */
    struct edit_budget *budget; /* its limits; NULL: none, or they are part of the states */
};

/* Returns the least cost of deleting all items of a path; EDIT_NEVER: that is impossible. */
uint32_t automaton_vacuous(const struct automaton *m);

/* Returns the most characters of a text of cost `d`; UINT32_MAX: unbounded. */
uint64_t automaton_longest(const struct automaton *m, uint32_t d);

/* Returns the fewest characters of a text of cost `d`. */
static inline uint32_t automaton_shortest(const struct automaton *m, uint32_t d)
{
    uint32_t deleted = m->edits.delete < EDIT_NEVER ? d / m->edits.delete : 0;
    return m->shortest > deleted ? m->shortest - deleted : 0;
}

/* Returns an automaton with all edges reversed, for texts read from their end; NULL when out of
 * memory. Sets numbers[i], unless NULL, to the new number of state i. */
struct automaton *automaton_reverse(const struct automaton *a, uint32_t *numbers);

/* Returns the product of an automaton and its budget: its paths are those within the limits. `any`:
 * the item that matches every character. Returns NULL if there would be more than BUDGET_MOST
 * states. Exits the program when out of memory. */
struct automaton *limited_automaton(const struct automaton *m, uint32_t any);

void automaton_free(struct automaton *a);

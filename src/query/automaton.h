/*
 * automaton.h - an expression as states, with the edges between them and what each edit costs.
 *
 * There is a state for each item of the expanded expression (Glushkov's positions): a path is in it
 * when the text has brought the item, or an edit has. Other states match nothing: a path passes
 * them where their conditions hold. Such a one stands for a condition, for the border of an exact
 * group, or for a place where many edges would meet: n items before m others have n + m edges
 * through it, instead of n * m. An exchange of two items is two states more, in the other order. A
 * confusion is a state for each character of the text, beside the states of the items it is for.
 * Without these, `aside`, the paths are the sequences of the expression.
 * State 0 is where all paths begin.
 *
 * The edges of a state stand in the order of the expression: of alternatives that which is written
 * first, of repetitions that which goes on.
 *
 * States stand in level order: an edge to a lesser state, or to itself, is the way back of a loop.
 */
#ifndef AUTOMATON_H
#define AUTOMATON_H

#include <stdbool.h>
#include <stdint.h>

#include "query/edits.h"

#define STATE_PASS UINT32_MAX /* in the place of an item: the state matches nothing */

struct state {
    uint32_t item;                     /* its number, or STATE_PASS */
    uint32_t cost;                     /* to enter it, besides edits of its item */
    uint32_t conditions;               /* bits of enum condition; all must hold to pass */
    bool edited;                       /* the item may be deleted or substituted */
    bool insert_before, insert_behind; /* characters may be inserted there */
    bool last;                         /* a path may end here */
    uint32_t begins, ends;             /* STATE_PASS: numbers of groups, or 0 */
    bool aside;                        /* it belongs to an exchange or a confusion */
    uint32_t edges_begin, edges_end;   /* of the automaton's */
};

struct automaton {
    struct state *states;
    uint32_t nstates;
    uint32_t *edges; /* to these states */
    uint32_t nedges;
    uint32_t conditions; /* all that some state has */
    uint32_t longest;    /* items of the longest sequence; UINT32_MAX: there are loops */
    uint32_t vacuous;    /* the least cost to leave nothing of a sequence, EDIT_NEVER: none does */
    struct edits edits;
};

/* The characters that a text of cost `d` has at most, UINT32_MAX: any number. */
uint64_t automaton_longest(const struct automaton *m, uint32_t d);

void automaton_free(struct automaton *a);

#endif

/*
 * edit_edges.h - the ways beside the states of an automaton: exchanges of two items, and detours.
 *
 * A byway is entered from where the state of its first item is, and leads to what follows that of
 * its last one. Its states are aside (automaton.h), and what has a condition is on none.
 */
#ifndef EDIT_EDGES_H
#define EDIT_EDGES_H

#include <stdbool.h>
#include <stdint.h>

#include "query/automaton_builder.h"
#include "query/confusion_edges.h"

/* Adds all exchanges, at this cost unless it is EDIT_NEVER, and all detours, unless they are NULL.
 * False: they are too many. */
bool edit_edges_add(struct builder *b, uint32_t cost, const struct confusion_edges *detours);

#endif

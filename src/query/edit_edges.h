/*
 * edit_edges.h - adds exchanges of two items, and confusions, to an automaton as extra paths.
 *
 * An extra path begins where the state of its first item is entered, and leads to the successors of
 * its last one. Its states are aside (automaton.h), and no state with a condition is on it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "query/automaton_builder.h"
#include "query/confusion.h"

/* Adds all exchanges, at this cost unless it is EDIT_NEVER, and all confusions of `confusions`. All
 * items of one lie in one scope. Returns false if there are too many. */
bool edit_edges_add(struct builder *b, uint32_t cost, const struct confusion_edges *confusions);

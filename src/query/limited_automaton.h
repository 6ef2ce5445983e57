/*
 * limited_automaton.h - the product of an automaton and its budget (edit_budget.h): its paths are
 * those within the limits.
 *
 * Its states are pairs of a state and a spent budget. So engines need no support for limits. A
 * counted edit has its own state, whose item may be edited, or matches any character at the cost of
 * the edit.
 */
#pragma once

#include "query/automaton.h"

/* Returns the product; `any`: the item that matches every character. Returns NULL if there would be
 * more than BUDGET_MOST states. Exits the program when out of memory. */
struct automaton *limited_automaton(const struct automaton *m, uint32_t any);

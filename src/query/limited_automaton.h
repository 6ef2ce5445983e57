/*
 * limited_automaton.h - an automaton whose paths are those of another one within its budget
 * (edit_budget.h).
 *
 * Its states are those of the other one, each with what a path may have spent. So no engine has to
 * know limits. An edit that is counted leads to states of its own: it is a state whose item may be
 * edited, or matches any character at the cost of the edit.
 */
#ifndef LIMITED_AUTOMATON_H
#define LIMITED_AUTOMATON_H

#include "query/automaton.h"

/* `any`: the item that matches every character. Returns NULL if there would be more than
 * BUDGET_MOST states. Exits the program when out of memory. */
struct automaton *limited_automaton(const struct automaton *m, uint32_t any);

#endif

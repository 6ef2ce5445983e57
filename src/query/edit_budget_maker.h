/* edit_budget_maker.h - finds what paths of an automaton may spend (edit_budget.h). */
#pragma once

#include <stddef.h>

#include "query/automaton.h"
#include "query/edit_budget.h"

/* Returns the budget of an automaton whose states have these scopes, or NULL if it has none: all
 * scopes have no limits, or allow no edit, which the states say themselves. Exits the program when
 * out of memory. */
struct edit_budget *edit_budget_open(const struct edit_scope *scopes, size_t nscopes,
                                     const struct automaton *m);

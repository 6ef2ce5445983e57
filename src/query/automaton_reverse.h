/* automaton_reverse.h - the reversed automaton, for texts read from their end. */
#pragma once

#include <stdint.h>

#include "query/automaton.h"

/* Returns an automaton with all edges reversed; NULL when out of memory. Sets numbers[i], unless
 * NULL, to the new number of state i. */
struct automaton *automaton_reverse(const struct automaton *a, uint32_t *numbers);

/* automaton_reverse.h - the automaton for texts that are read from their end. */
#ifndef AUTOMATON_REVERSE_H
#define AUTOMATON_REVERSE_H

#include <stdint.h>

#include "query/automaton.h"

/* All states and edges the other way around. numbers[i], unless NULL, becomes the number that
 * state i has there. */
struct automaton *automaton_reverse(const struct automaton *a);
struct automaton *automaton_reverse_numbered(const struct automaton *a, uint32_t *numbers);

#endif

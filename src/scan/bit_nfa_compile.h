/* bit_nfa_compile.h - compiles an automaton to steps (bit_nfa.h). */
#pragma once

#include "scan/bit_nfa.h"

/* Sets *levels to the program of the automaton, or to NULL if it would have too many or unsupported
 * steps. Returns false when out of memory. */
bool bit_nfa_compile(const struct automaton *m, struct bit_nfa **levels);

/* bit_nfa_compile.h - makes the steps (bit_nfa.h) of an automaton. */
#ifndef BIT_NFA_COMPILE_H
#define BIT_NFA_COMPILE_H

#include "scan/bit_nfa.h"

/* Sets *levels to what is made of the automaton; to NULL where that would have too many steps, or
 * steps of a kind that is not known here. Returns false when it is out of memory. */
bool bit_nfa_compile(const struct automaton *m, struct bit_nfa **levels);

#endif

/*
 * bit_nfa_tables.h - tables of the bit-parallel NFA kernel, built from an automaton
 * (query/automaton.h).
 *
 * A bit stands for a state. Unconditional epsilon transitions are already resolved in the tables:
 * an epsilon state without a condition gets a bit only if characters may be inserted in it but not
 * in a state before it. State 0 has no bit: paths begin in every column, so its successors are
 * always reached.
 *
 * bit_nfa_lane.h computes columns with these tables.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "scan/cuda_limits.h"

struct automaton;

#define BIT_NFA_PASS UINT32_MAX /* in place of an item: an epsilon state */

enum {
    BIT_NFA_BYTES = BIT_NFA_STATES / 8,
    BIT_NFA_VALUES = 256 /* of a byte */
};

/* The classes of characters that the conditions of an expression distinguish. */
enum bit_nfa_class { CLASS_DELIMITER, CLASS_OTHER, CLASS_WORD, BIT_NFA_CLASSES };

struct bit_nfa_tables {
    uint32_t nstates;               /* number of bits used */
    uint32_t items[BIT_NFA_STATES]; /* [bit]: its item, or BIT_NFA_PASS */
    uint64_t last;                  /* final states */
    bool passes;                    /* some bit is an epsilon state's */
    uint32_t costs;                 /* bit c: some mask below has bits for cost c */
    /* [cost]: the states whose item, insertion, substitution or deletion has this cost. Costs above
     * BIT_NFA_MOST are left out. */
    uint64_t match[BIT_NFA_MOST + 1], insert[BIT_NFA_MOST + 1], substitute[BIT_NFA_MOST + 1],
        remove[BIT_NFA_MOST + 1];
    /* [class before][class after]: epsilon states that paths may enter between two characters. */
    uint64_t hold[BIT_NFA_CLASSES][BIT_NFA_CLASSES];
    /* next[i][v]: the successors of state 0 and of the states that are the bits of v in byte i. */
    uint64_t next[BIT_NFA_BYTES][BIT_NFA_VALUES];
};

/* Returns NULL if there are too many states or, with *memory = false, when out of memory. The
 * caller free()s it. */
struct bit_nfa_tables *bit_nfa_tables_make(const struct automaton *m, bool *memory);

/* Returns the conditions that hold between characters of these classes. */
uint32_t bit_nfa_holding(enum bit_nfa_class before, enum bit_nfa_class behind);

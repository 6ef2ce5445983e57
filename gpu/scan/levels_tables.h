/*
 * levels_tables.h - an automaton (query/automaton.h) as words of bits, for the level kernels.
 *
 * A bit stands for a state. R_d is the set of states that a path of cost d or less is in. What
 * needs no symbol and asks nothing of its place is in the tables already: a state that matches
 * nothing and has no condition has a bit only where characters may be inserted in it that could not
 * be inserted before it. State 0 has none: paths begin in each column, so what follows it is always
 * there.
 *
 * levels_lane.h says how a column is made of them.
 */
#ifndef LEVELS_TABLES_H
#define LEVELS_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "scan/cuda_limits.h"

struct automaton;

#define LEVELS_PASS UINT32_MAX /* in the place of an item: the state matches nothing */

enum {
    LEVELS_BYTES = LEVELS_STATES / 8,
    LEVELS_VALUES = 256 /* of a byte */
};

/* What a character is to the conditions of an expression. */
enum levels_class { CLASS_DELIMITER, CLASS_OTHER, CLASS_WORD, LEVELS_CLASSES };

struct levels_tables {
    uint32_t nstates;              /* bits that are used */
    uint32_t items[LEVELS_STATES]; /* of each bit: its item, or LEVELS_PASS */
    uint64_t last;                 /* a path may end in these */
    bool passes;                   /* some bit is that of a state that matches nothing */
    uint32_t costs;                /* bit c: a mask below has bits for cost c */
    /* States by what an edit, or entering them by their item, costs; a cost above LEVELS_MOST
     * occurs nowhere. */
    uint64_t match[LEVELS_MOST + 1], insert[LEVELS_MOST + 1], substitute[LEVELS_MOST + 1],
        remove[LEVELS_MOST + 1];
    /* Between characters of these two classes, paths may enter these states that match nothing. */
    uint64_t hold[LEVELS_CLASSES][LEVELS_CLASSES];
    /* next[i][v]: what follows the states that are bits of v in byte i; and what follows state 0.
     */
    uint64_t next[LEVELS_BYTES][LEVELS_VALUES];
};

/* NULL: there are too many states, or (then *memory is false) memory ran out. free() it. */
struct levels_tables *levels_tables_make(const struct automaton *m, bool *memory);

/* The conditions that hold between characters of these classes. */
uint32_t levels_holding(enum levels_class before, enum levels_class behind);

#endif

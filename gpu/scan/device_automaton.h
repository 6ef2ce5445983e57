/*
 * device_automaton.h - an automaton in device memory, and the parameters of a scan for it; for both
 * compilers.
 *
 * A lane is a substring of the text (scan.cuh) that one thread, or one warp, scans. A lane reads a
 * lead-in that is longer than any occurrence. If occurrences may have any length, a lane owns whole
 * records instead: those that begin in its part of the text.
 */
#pragma once

#include "gpu/scan/bit_nfa_tables.h"
#include "gpu/scan/device_query.h"

#define LANE_RECORDS UINT32_MAX /* a lead-in: lanes own whole records */
#define NO_SLOT UINT32_MAX

struct device_state {
    uint32_t item; /* the slot, or BIT_NFA_PASS */
    uint32_t cost, conditions;
    bool edited, inserted, last;
};

struct device_edge {
    uint32_t from, to;
};

struct device_automaton {
    uint32_t pattern, k;                 /* k as the user gave it */
    uint32_t insert, remove, substitute; /* costs; UINT32_MAX: not allowed */
    uint32_t nstates, nedges;
    const struct device_state *states; /* device */
    const struct device_edge *edges;   /* device; in the order of `from` */
    uint32_t word_slot;                /* matches word characters; NO_SLOT: not needed */
    bool line;                         /* -x: only ends of records matter */
    /* conditions that hold between characters of two classes */
    uint32_t holding[BIT_NFA_CLASSES][BIT_NFA_CLASSES];
    const struct bit_nfa_tables *tables; /* host; NULL: too many states */
    const struct bit_nfa_tables *device_tables;
};

/* Returns the class of a code. `word_slot` matches word characters, or is NO_SLOT. */
HOST_DEVICE static inline enum bit_nfa_class class_of(const struct device_query *q,
                                                      uint32_t word_slot, uint32_t code)
{
    return code == SYMBOL_DELIMITER                                   ? CLASS_DELIMITER
           : word_slot != NO_SLOT && slot_matches(q, word_slot, code) ? CLASS_WORD
                                                                      : CLASS_OTHER;
}

/* A scan for one automaton. */
struct lanes {
    struct scan scan;
    uint32_t lanes, stride;
    uint32_t lead_in; /* symbols, or LANE_RECORDS */
    uint32_t pattern, k;
    bool line;
};

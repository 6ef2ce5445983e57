/*
 * device_automaton.h - a pattern with an automaton in device memory, and the parameters of its
 * lanes; for both compilers.
 *
 * A lane is a substring of the text (scan.cuh) that one thread, or one warp, scans. It reads a
 * lead-in that is longer than any occurrence. If occurrences may have any length, it owns whole
 * records instead: those that begin in its part of the text.
 */
#ifndef DEVICE_AUTOMATON_H
#define DEVICE_AUTOMATON_H

#include "gpu/scan/device_query.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "gpu/scan/levels_tables.h"

#ifdef __cplusplus
}
#endif

#define LANE_RECORDS UINT32_MAX /* a lead-in: lanes own whole records */
#define NO_SLOT UINT32_MAX

struct device_state {
    uint32_t item; /* LEVELS_PASS, or the slot */
    uint32_t cost, conditions;
    bool edited, inserted, last;
};

struct device_edge {
    uint32_t from, to;
};

struct device_automaton {
    uint32_t pattern, k;                 /* k as the user gave it */
    uint32_t insert, remove, substitute; /* costs; UINT32_MAX: never */
    uint32_t nstates, nedges;
    const struct device_state *states; /* device */
    const struct device_edge *edges;   /* device */
    uint32_t word_slot;                /* matches word characters; NO_SLOT: nobody asks */
    bool line;                         /* -x: only ends of records matter */
    uint32_t holding[LEVELS_CLASSES]
                    [LEVELS_CLASSES];   /* conditions, by the classes around a place */
    const struct levels_tables *tables; /* host; NULL: too many states */
    const struct levels_tables *device_tables;
};

/* What is scanned, and where hits go. */
struct lanes {
    const void *codes;
    uint32_t lead, begin, end, n; /* of the cut, and the text's length */
    const uint32_t *count;        /* if not NULL, the number of symbols that the text has */
    uint32_t behind;              /* the symbol behind the text, 0: it ends a record */
    uint32_t lanes, stride;
    uint32_t lead_in; /* symbols, or LANE_RECORDS */
    uint32_t pattern, k;
    bool line, best;
    uint32_t *limit, *nhits, most;
    struct hit *hits;
};

#endif

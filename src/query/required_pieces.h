/*
 * required_pieces.h - pieces of an automaton: runs of items such that each path within a limit
 * contains at least one of them without an edit (cheapest_without.h).
 *
 * For a sequence these are k + 1 parts, as in Wu and Manber ("Fast text searching allowing errors",
 * CACM 35(10), 1992). Alternatives and loops have pieces of their own where a path can take them.
 * Within an exact group no path has an edit, so one piece of it is enough. With k = 1,
 * "conn(ect|use)ion( lost){~0}" has the piece " lost".
 */
#pragma once

#include "query/cheapest_without.h"

enum {
    PATH_PIECES = CHEAPEST_WITHOUT_PIECES,
    PATH_PIECE = 4, /* items of a piece at least */
    PATH_STATES = 8 /* states that are listed */
};

#define PATH_PIECE_ANY UINT32_MAX /* any number of items */

/* States of the automaton; more than are listed if n is above PATH_STATES. */
struct some_states {
    uint32_t list[PATH_STATES], n;
};

struct required_pieces {
    uint32_t n;
    struct item_run pieces[PATH_PIECES];
    uint32_t before[PATH_PIECES]; /* items that a path has at most before the piece, or ANY */
    uint32_t behind[PATH_PIECES]; /* and behind it */
    struct some_states firsts[PATH_PIECES], lasts[PATH_PIECES]; /* of its first and last item */
    double share; /* estimate: at which share of a text's positions a piece begins */
};

/* How often a character matches an item: share(context, item), from 0 to 1. */
struct path_shares {
    double (*share)(const void *context, uint32_t item);
    const void *context;
};

/* Finds pieces of rare items for paths that cost at most `limit`. Returns false if there are none,
 * if none were found, or when out of memory. */
bool required_pieces_find(struct required_pieces *x, const struct automaton *m, uint32_t limit,
                          const struct path_shares *shares);

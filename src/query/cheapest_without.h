/*
 * cheapest_without.h - the cheapest of the paths through an automaton that have none of some
 * pieces.
 *
 * A piece is a run of items. A path has it when it brings these items one directly after the other,
 * without an edit: then the text has characters there, side by side, that they match. So where each
 * path within a limit has one of some pieces, a text without them has no occurrence.
 */
#ifndef CHEAPEST_WITHOUT_H
#define CHEAPEST_WITHOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/automaton.h"

enum {
    CHEAPEST_WITHOUT_PIECES = 8,      /* pieces at most */
    CHEAPEST_WITHOUT_LONGEST = 8,     /* items of one */
    CHEAPEST_WITHOUT_STATES = 1 << 12 /* of an automaton at most */
};

struct item_run {
    uint32_t items[CHEAPEST_WITHOUT_LONGEST], n;
};

struct cheapest_without {
    const struct automaton *m;
    const struct item_run *pieces;
    uint32_t npieces, limit;
    struct place_of *places; /* states, each with what of a piece was just brought */
    uint32_t *queue;
    size_t nplaces, first, waiting; /* of the queue */
    /* The path: the states that it reaches behind state 0, in order. */
    uint32_t *walk;
    size_t length;
};

/* Returns false when out of memory, or the automaton has too many states. cheapest_without_close()
 * is right even then. */
bool cheapest_without_open(struct cheapest_without *v, const struct automaton *m);
void cheapest_without_close(struct cheapest_without *v);

/*
 * Whether a path whose cost is at most `limit` has none of the n pieces. Then v->walk has the
 * cheapest of them; it is empty when the search was given up, and nothing is known. Conditions are
 * taken as if they held everywhere.
 */
bool cheapest_without_find(struct cheapest_without *v, uint32_t limit,
                           const struct item_run *pieces, uint32_t n);

#endif

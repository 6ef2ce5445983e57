/*
 * avoiding.h - the cheapest of the paths through an automaton that have none of some pieces.
 *
 * A piece is a run of items. A path has it when it brings these items one directly after the other,
 * without an edit: then the text has characters there, side by side, that they match. So where each
 * path within a limit has one of some pieces, a text without them has no occurrence.
 */
#ifndef AVOIDING_H
#define AVOIDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/automaton.h"

enum {
    AVOIDING_PIECES = 8,      /* pieces at most */
    AVOIDING_LONGEST = 8,     /* items of one */
    AVOIDING_STATES = 1 << 12 /* of an automaton at most */
};

struct run {
    uint32_t items[AVOIDING_LONGEST], n;
};

struct avoiding {
    const struct automaton *m;
    const struct run *pieces;
    uint32_t npieces, limit;
    struct place_of *places; /* states, each with what of a piece was just brought */
    uint32_t *queue;
    size_t nplaces, first, waiting; /* of the queue */
    /* The path: the states that it reaches behind state 0, in order. */
    uint32_t *walk;
    size_t length;
};

/* False: memory is out, or the automaton has too many states. avoiding_close() is right even then.
 */
bool avoiding_open(struct avoiding *v, const struct automaton *m);
void avoiding_close(struct avoiding *v);

/*
 * Whether a path whose cost is at most `limit` has none of the n pieces. Then v->walk has the
 * cheapest of them; it is empty when the search was given up, and nothing is known. Conditions are
 * taken as if they held everywhere.
 */
bool avoiding_find(struct avoiding *v, uint32_t limit, const struct run *pieces, uint32_t n);

#endif

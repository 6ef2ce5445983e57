/*
 * cheapest_without.h - finds the cheapest path through an automaton that contains none of some
 * pieces.
 *
 * A piece is a run of items. A path contains it if it matches these items consecutively, without an
 * edit: then the text has adjacent characters that they match. So if each path within a limit
 * contains one of some pieces, a text without them has no occurrence.
 */
#pragma once

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
    struct place_of *places; /* states, each with the progress within a piece */
    uint32_t *queue;
    size_t nplaces, first, waiting; /* of the queue */
    /* The states of the path after state 0, in order. */
    uint32_t *walk;
    size_t length;
};

/* Returns false when out of memory, or if the automaton has too many states.
 * cheapest_without_close() may be called even then. */
bool cheapest_without_open(struct cheapest_without *v, const struct automaton *m);
void cheapest_without_close(struct cheapest_without *v);

/*
 * Returns whether a path with a cost of at most `limit` contains none of the n pieces. Then v->walk
 * is the cheapest such path; it is empty if the search was given up. Conditions are assumed to hold
 * everywhere.
 */
bool cheapest_without_find(struct cheapest_without *v, uint32_t limit,
                           const struct item_run *pieces, uint32_t n);

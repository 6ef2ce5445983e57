/*
 * diagonals.h - alike sequences: their distance and alignment in time O(m + n + d^2).
 *
 * Diagonal k is the cells with column - row = k. Of each diagonal only the furthest row is kept
 * that d edits reach, d going up from 0 until the last cell is reached. E. Ukkonen, "Algorithms for
 * approximate string matching", Information and Control 64, 1985; E. W. Myers, "An O(ND) difference
 * algorithm and its variations", Algorithmica 1, 1986.
 */
#ifndef DIAGONALS_H
#define DIAGONALS_H

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"

/* What it costs so far and will: asked now and then. */
struct diagonals_progress {
    uint64_t level;      /* d so far */
    uint64_t reached;    /* most of row + column that d edits reach; m + n is the end */
    double steps;        /* diagonals extended so far */
    double steps_likely; /* in the end, if edits go on as thick as they came */
};

struct diagonals_watch {
    bool (*go_on)(void *context, const struct diagonals_progress *p); /* false: give up */
    void *context;
};

#define DIAGONALS_MORE UINT64_MAX           /* the distance is more than the limit */
#define DIAGONALS_GIVEN_UP (UINT64_MAX - 1) /* the watch said so */

/* The distance when it is at most `limit`. `watch` may be NULL. */
uint64_t diagonals_distance(const struct sequences *s, enum metric metric, uint64_t limit,
                            const struct diagonals_watch *watch);

/*
 * Adds the alignment (the lowest, see hirschberg.h) to the script; `distance` must be that of s.
 * Memory is O(kept + distance log distance): `kept` rows of levels are kept at a time.
 */
void diagonals_align(const struct sequences *s, enum metric metric, uint64_t distance, size_t kept,
                     struct script *script);

#endif

/*
 * diagonals.h - alike sequences: their distance and alignment in time O(m + n + d^2).
 *
 * Diagonal k has the cells with column - row = k. For d = 0, 1, ... the furthest row that d edits
 * reach on each diagonal is computed, until d edits reach the last cell. E. Ukkonen, "Algorithms
 * for approximate string matching", Information and Control 64, 1985; E. W. Myers, "An O(ND)
 * difference algorithm and its variations", Algorithmica 1, 1986.
 */
#pragma once

#include <stdbool.h>

#include "pair/corridor.h"
#include "pair/script.h"
#include "pair/sequences.h"

/* How far a comparison by diagonals is, and what it costs. */
struct diagonals_progress {
    uint64_t level;      /* d so far */
    uint64_t reached;    /* the greatest row + column that d edits reach; the end is m + n */
    double steps;        /* diagonals extended so far */
    double steps_likely; /* in all, if the rest has as many edits for its length */
};

struct diagonals_watch {
    /* Called now and then. Returns false to give up. */
    bool (*go_on)(void *context, const struct diagonals_progress *p);
    void *context;
};

#define DIAGONALS_MORE UINT64_MAX           /* the distance is more than the limit */
#define DIAGONALS_GIVEN_UP (UINT64_MAX - 1) /* the watch gave up */

/* Returns the distance if it is at most `limit`. `watch` may be NULL. */
uint64_t diagonals_distance(const struct sequences *s, enum metric metric, uint64_t limit,
                            const struct diagonals_watch *watch);

/* Returns how many edits, at most `limit`, diagonals are predicted to find in this time. */
uint64_t diagonals_edits_in(double nanoseconds, uint64_t limit);

/* Returns the distance, which must be at most `limit`, by the diagonals of a corridor that has all
 * optimal alignments. Takes corridor->steps steps. */
uint64_t diagonals_distance_within(const struct sequences *s, enum metric metric, uint64_t limit,
                                   const struct corridor *corridor);

/*
 * Appends the alignment (the lowest, see hirschberg.h) of s to the script; `distance` is its
 * distance, and `corridor` has all optimal alignments, or is NULL. Memory is O(distance^(4/3)), or
 * O(distance^(1/2)) times the width of the corridor.
 */
void diagonals_align(const struct sequences *s, enum metric metric, uint64_t distance,
                     const struct corridor *corridor, struct script *script);

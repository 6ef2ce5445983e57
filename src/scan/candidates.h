/*
 * candidates.h - places where a pattern may end, as a filter says, and what becomes of them.
 *
 * A filter looks for something simpler than the pattern; where it finds that, the whole pattern is
 * looked for by myers.h. This pays only while there are few candidates.
 */
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "scan/myers.h"

struct candidates {
    struct hits places; /* in the place of the pattern stands the lane that found it */
    size_t n;           /* how many of them, but neighbours count as one */
    size_t most;        /* how many there may be */
    double window;      /* nanoseconds that a look at one takes */
    size_t last;        /* the symbol of the latest; SIZE_MAX: none yet */
    bool too_many;      /* they were more: what is found is not complete */
};

/* Clears the candidates. Verifying all of them, for a pattern of m items with `limit` errors, may
 * take `budget` nanoseconds. */
void candidates_begin(struct candidates *x, uint32_t m, uint32_t limit, double budget);

/*
 * Adds a place: up to this symbol the pattern may be there, with `distance` errors in what the
 * filter looked at. Its last `behind` items (candidates_verify()) would follow, with what is left
 * of `limit` errors. False: there are too many places.
 */
bool candidates_add(struct candidates *x, size_t symbol, uint32_t distance, size_t lane,
                    uint32_t limit);

/*
 * Looks for the whole pattern, as myers_begin() set it, at all places, which must be in order. From
 * each place to the end of the pattern there are `behind` items. `own`, *limit and hits are those
 * of myers_scan().
 */
enum engine_status candidates_verify(const struct candidates *x, struct myers *e, size_t behind,
                                     struct share own, uint32_t overlap, uint32_t *limit,
                                     struct hits *hits);

#endif

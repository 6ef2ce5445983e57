/*
 * patience.h - how long a pair is compared by diagonals, and the estimates for this decision.
 *
 * Diagonals show how many edits the whole is likely to have. Anchors (anchors.h) give an alignment,
 * whose cost is a limit on the edits. Diagonals are given up
 *
 * - if the rest would take longer than strips within a bound on the likely distance;
 * - soon after they have taken as long as these strips;
 * - if the alignment has a corridor (path_corridor.h).
 */
#pragma once

#include "compare/compare_state.h"
#include "compare/diagonals.h"
#include "pair/corridor.h"

struct patience {
    struct compare *c;
    const struct sequences *s;
    enum metric metric;
    uint64_t limit;           /* the caller's, lowered by anchors; at most m + n */
    uint64_t began;           /* rates_now(): diagonals are the work of this thread alone */
    double distance;          /* likely; 0: nothing is known yet */
    double anchors;           /* nanoseconds that could be spent when anchors were last asked */
    bool complete;            /* anchors left nothing out: they are not asked again */
    bool known;               /* the limit is the distance, or a little more */
    struct script path;       /* an alignment by anchors; owned */
    struct corridor corridor; /* of the path; spans NULL: none; owned */
};

struct patience patience_begin(struct compare *c, const struct sequences *s, enum metric metric,
                               uint64_t limit);

void patience_end(struct patience *p);

/* A watch of diagonals_distance(); the context is a struct patience. */
bool patience_with_diagonals(void *context, const struct diagonals_progress *p);

/* Lowers the limit by anchors, and makes a corridor, if this takes a small share of the time that
 * the rest takes without them: `nanoseconds`. */
void patience_ask_anchors(struct patience *p, double nanoseconds);

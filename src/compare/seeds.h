/*
 * seeds.h - runs of the first sequence at regular intervals, and which of them the second sequence
 * has elsewhere than on a given path.
 *
 * An alignment with no edit in a seed passes it on one diagonal, where both sequences have it. So a
 * seed without such a diagonal costs an edit. No edit spoils two seeds: they do not overlap, and
 * where exchanges count, a code lies between them.
 */
#ifndef SEEDS_H
#define SEEDS_H

#include <stdbool.h>

#include "pair/corridor.h"
#include "pair/sequences.h"

#define SEED_EDITED INT64_MAX

struct seeds {
    size_t length, interval; /* codes of a seed; seed i begins in row i * interval */
    size_t count;
    int64_t *path;   /* the diagonal where the path passes it without an edit; or SEED_EDITED */
    bool *elsewhere; /* whether it has matches besides */
};

/* The path has no seed yet. Exits the program when out of memory. */
void seeds_open(struct seeds *seeds, const struct sequences *s, enum metric metric, size_t length);
void seeds_close(struct seeds *seeds);

/* Finds the seeds that match elsewhere on the diagonals of the span, in about COST_SEEDS
 * nanoseconds for each code. `elsewhere` may be set for more of them. Returns false, and is soon
 * done, when less than this share of the seeds matches nowhere else. */
bool seeds_find(struct seeds *seeds, const struct sequences *s, struct corridor_span span,
                double share);

#endif

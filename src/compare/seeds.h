/*
 * seeds.h - runs of the first sequence at regular intervals, and which of them the second sequence
 * has elsewhere than on a given path.
 *
 * An alignment with no edit in a seed passes it on one diagonal, where both sequences have it. So a
 * seed without such a diagonal costs an edit. No edit spoils two seeds: they do not overlap, and
 * where exchanges count, a code lies between them.
 */
#pragma once

#include <stdbool.h>

#include "pair/corridor.h"
#include "pair/sequences.h"

#define SEED_EDITED INT64_MAX

struct seeds {
    size_t length, interval; /* codes of a seed; seed i begins in row i * interval */
    size_t stride;           /* of the second sequence, every stride-th run is looked up */
    size_t count;
    int64_t *path;   /* the diagonal where the path passes it without an edit; or SEED_EDITED */
    bool *elsewhere; /* whether it has matches besides */
};

/* `path` is not set yet. Seeds must not overlap; with exchanges, the interval is more than the
 * length. The runs that are looked up have length - stride + 1 codes, at least RUN_BYTES_LEAST
 * bytes. Exits the program when out of memory. */
void seeds_open(struct seeds *seeds, const struct sequences *s, size_t length, size_t stride,
                size_t interval);
void seeds_close(struct seeds *seeds);

/* Finds the seeds that match elsewhere on the diagonals of the span. `elsewhere` may be set for
 * more of them. Takes up to COST_ANCHORS nanoseconds of a thread for each code. Returns false, and
 * is soon done, when less than this share of the seeds matches nowhere else. */
bool seeds_find(struct seeds *seeds, const struct sequences *s, struct diagonal_span span,
                double share, unsigned threads);

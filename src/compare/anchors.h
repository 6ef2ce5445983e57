/*
 * anchors.h - a bound on the distance of alike sequences, in time near their length.
 *
 * Runs of codes that each sequence seems to have once are anchors. The longest chain of anchors
 * that ascends in both sequences is part of an alignment. What lies between two anchors of the
 * chain is compared by diagonals (diagonals.h) or strips; where that would take too long, it is
 * counted as wholly different. No alignment costs less than the distance.
 *
 * A. L. Delcher et al., "Alignment of whole genomes", Nucleic Acids Research 27, 1999.
 */
#pragma once

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips_kernels.h"

struct anchors_bound {
    uint64_t distance; /* is at most this */
    uint64_t unknown;  /* the part of it that was only counted */
};

/* Takes about COST_ANCHORS nanoseconds of a processor for each code, and at most about
 * `nanoseconds` of all threads besides. Adds an alignment of that cost to `path`, which is empty.
 * The metric is any but METRIC_HAMMING, the kernel NULL for the fastest. Exits the program when out
 * of memory. */
struct anchors_bound anchors_bound(const struct sequences *s, enum metric metric,
                                   const struct strips_kernel *kernel, unsigned threads,
                                   double nanoseconds, struct script *path);

/*
 * compare.h - distance and alignment of two sequences, by the fastest way.
 *
 * The common prefix and suffix are removed first. The rest is compared column by column
 * (short_by_long.h) if one sequence is short and the other very long. Otherwise it is compared by
 * diagonals (diagonals.h) while few edits are found, then bit-parallel by strips (strips.h,
 * hirschberg.h), on a device if that is faster (compare_device.h). Every way gives the same result.
 * METRIC_HAMMING has its own way (hamming.h).
 */
#pragma once

#include "compare/compare_state.h"
#include "pair/script.h"

#define COMPARE_MORE UINT64_MAX /* a distance above the limit */

/* Returns the distance, or COMPARE_MORE if it is above `limit`. With METRIC_HAMMING, both sequences
 * have equally many codes. Both functions exit the program when out of memory. */
uint64_t compare_distance(struct compare *c, const struct sequences *s, enum metric metric,
                          uint64_t limit);

/* As compare_distance(). Also appends the alignment to the script if the distance is within the
 * limit. */
uint64_t compare_align(struct compare *c, const struct sequences *s, enum metric metric,
                       uint64_t limit, struct script *script);

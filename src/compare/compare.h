/*
 * compare.h - distance and alignment of two sequences, by the way that is fastest for them.
 *
 * The common prefix, and then the common suffix, are taken off and aligned with themselves. What is
 * left is compared column by column (short_by_long.h) where one sequence is short and the other
 * very long. Else it is compared by diagonals (diagonals.h) while few edits are found, else
 * bit-parallel by strips (strips.h, hirschberg.h), on a device where that is faster
 * (compare_device.h). The answer is the same in every way. METRIC_HAMMING has a way of its own
 * (hamming.h).
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "compare/compare_state.h"
#include "pair/script.h"

/* Whether a part of this distance is aligned faster by diagonals than by strips. */
bool compare_cheap_by_diagonals(const struct sequences *part, uint64_t distance);

#define COMPARE_MORE UINT64_MAX /* than the limit */

/* The distance, when it is at most `limit`; with METRIC_HAMMING of as many codes in both. Out of
 * memory the program ends, here and below. */
uint64_t compare_distance(struct compare *c, const struct sequences *s, enum metric metric,
                          uint64_t limit);

/* As compare_distance(); adds the alignment to the script when the distance is within the limit. */
uint64_t compare_align(struct compare *c, const struct sequences *s, enum metric metric,
                       uint64_t limit, struct script *script);

#endif

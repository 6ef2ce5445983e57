/*
 * hirschberg.h - the alignment of two sequences in memory linear in their lengths.
 *
 * Among all optimal alignments, the result is the lowest one: its path through the table stays
 * furthest to the lower left, so it deletes as early and inserts as late as possible. Traced back
 * from the end, the path inserts if that is optimal; else it takes the diagonal if optimal; else it
 * deletes. Any cell of the path divides it into the lowest paths of two smaller tables. That is why
 * every way to compute it gives the same alignment. D. S. Hirschberg, "A linear space algorithm for
 * computing maximal common subsequences", Communications of the ACM 18(6), 1975.
 */
#pragma once

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips.h"

struct hirschberg {
    enum metric metric;
    struct strips_run run; /* for the halves; its limit is set here */
    size_t leaf;           /* most words of a table that is kept as a whole; at least 1 */
};

/* Appends the alignment to the script. `distance` is UINT64_MAX if unknown. Exits the program when
 * out of memory. */
void hirschberg_align(const struct hirschberg *h, const struct sequences *s, uint64_t distance,
                      struct script *script);

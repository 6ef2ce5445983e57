/*
 * hirschberg.h - the alignment of any two sequences in memory that is linear in their lengths.
 *
 * Of all optimal alignments it is the lowest: the path through the table that keeps furthest to the
 * lower left, which deletes as early and inserts as late as it can. Walked back from the end, it
 * inserts where that is optimal, else it goes diagonally, else it deletes. Any cell of it cuts it
 * into the lowest paths of two smaller tables; that is why every way to compute it gives the same.
 * D. S. Hirschberg, "A linear space algorithm for computing maximal common subsequences",
 * Communications of the ACM 18(6), 1975.
 */
#ifndef HIRSCHBERG_H
#define HIRSCHBERG_H

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips.h"

struct hirschberg {
    enum metric metric;
    struct strips_run run; /* for the halves; its limit is set here */
    size_t leaf;           /* words of a table that is small enough to be there whole; at least 1 */
    /* Whether a part whose distance is known had better go by diagonals; NULL: never. */
    bool (*by_diagonals)(const struct sequences *part, uint64_t distance);
    size_t kept; /* as diagonals_align() takes it */
};

/*
 * Adds the alignment to the script when the distance is at most `limit`; returns the distance, or
 * UINT64_MAX when it is more. Out of memory the program ends.
 */
uint64_t hirschberg_align(const struct hirschberg *h, const struct sequences *s, uint64_t limit,
                          struct script *script);

#endif

/*
 * osa.h - METRIC_OSA: distance and alignment of two sequences, by bit vectors in words.
 */
#ifndef OSA_H
#define OSA_H

#include "pair/script.h"
#include "pair/sequences.h"

#define OSA_MORE UINT64_MAX /* than the limit */

/* Is told now and then that `part` (0 to 1) of the work is done. */
struct osa_watch {
    void (*progress)(void *context, double part); /* or NULL */
    void *context;
};

/*
 * The distance, when it is at most `limit`. Adds the alignment to the script, unless that is NULL:
 * of those with the fewest edits the one that, walked back from the end, inserts where it can, else
 * goes diagonally (match, exchange, substitution), else deletes. Both sequences have codes. Time is
 * that of a band as wide as the distance, memory at most n * sqrt(m) / 4 bytes.
 */
uint64_t osa_align(const struct sequences *s, uint64_t limit, struct script *script,
                   const struct osa_watch *watch);

#endif

/*
 * compare.h - distance and alignment of two sequences, by the way that is fastest for them.
 *
 * The common prefix and the common suffix of the rest are taken off, and aligned with themselves.
 * What is left goes by diagonals (diagonals.h) while few edits are found, and else bit-parallel by
 * strips (strips.h, hirschberg.h), on a device where that is faster (compare_device.h); the answer
 * is the same.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips_device.h"

/* What was done, summed up over calls. */
struct compare_work {
    bool diagonals, strips; /* which way led to an answer */
    bool device;            /* computed strips */
    unsigned threads;       /* that computed strips at once; 0: none did */
    const char *why_not;    /* the device could not, though that would have paid; or NULL */
    double cells;           /* of the tables of what was left */
    double seconds;
};

struct compare {
    enum compare_algorithm algorithm;
    const struct strips_kernel *kernel; /* NULL: the fastest */
    unsigned threads;
    /* NULL, or what computes strips where that pays (strips_device.h); or always, when it has been
     * asked for by name, and then its failure ends the program. */
    const struct strips_device *device;
    bool device_only;
    size_t memory;  /* words that part of a table may take; 0: as is good. Less is more work. */
    uint64_t guess; /* a distance to try first by strips; 0: what diagonals have seen tells */
    /* Told the part of the work that is done, 0 to 1, and the cells of the whole table; or NULL. */
    void (*progress)(void *context, double part, double cells);
    void *context;
    struct compare_work work;
};

#define COMPARE_MORE UINT64_MAX /* than the limit */

/* The distance, when it is at most `limit`. Out of memory the program ends, here and below. */
uint64_t compare_distance(struct compare *c, const struct sequences *s, enum metric metric,
                          uint64_t limit);

/* As compare_distance(); adds the alignment to the script when the distance is within the limit. */
uint64_t compare_align(struct compare *c, const struct sequences *s, enum metric metric,
                       uint64_t limit, struct script *script);

#endif

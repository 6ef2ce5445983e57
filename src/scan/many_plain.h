/*
 * many_plain.h - searches for many patterns without a filter: by the bit-sliced engine, in batches
 * whose rows fit a processor's second-level cache.
 */
#ifndef MANY_PLAIN_H
#define MANY_PLAIN_H

#include "scan/sliced.h"
#include "scan/undecided.h"

struct many_batch;

struct many_plain {
    const struct sliced_kernel *kernel;
    const struct query *q;
    const struct alphabet *a;
    const struct distance_bounds *bests;
    struct many_batch *batches;
    size_t n;          /* batches */
    size_t patterns;   /* in all of them */
    struct hits found; /* of a batch */
};

/* The arguments must outlive it. It has no patterns. */
void many_plain_open(struct many_plain *x, const struct sliced_kernel *kernel,
                     const struct query *q, const struct alphabet *a,
                     const struct distance_bounds *bests);
void many_plain_close(struct many_plain *x);

/* From now on it searches for those patterns for which wanted[number] == value. Returns false when
 * out of memory, and it has no patterns. */
bool many_plain_set(struct many_plain *x, const unsigned char *wanted, unsigned char value);

/* As submit() of an engine, but adds hits in no order. `undecided`: searched instead of the chunk,
 * dropping each record as soon as something is found in it; or NULL. */
enum engine_status many_plain_scan(struct many_plain *x, struct undecided *undecided,
                                   const struct chunk *c, struct share own, struct hits *hits);

#endif

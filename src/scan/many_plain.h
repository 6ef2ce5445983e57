/*
 * many_plain.h - the plain way for many patterns: the sliced engine, for so many of them at a time
 * that the state of their rows stays in a processor's second-level cache.
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

/* From now on it searches for those patterns for which wanted[number] == value. False: memory is
 * out, and it has no patterns. */
bool many_plain_set(struct many_plain *x, const unsigned char *wanted, unsigned char value);

/* As submit() of an engine, but hits are added in no order. `undecided`: in the place of the chunk,
 * of which records are dropped as soon as something is found in them; or NULL. */
enum engine_status many_plain_scan(struct many_plain *x, struct undecided *undecided,
                                   const struct chunk *c, struct share own, struct hits *hits);

#endif

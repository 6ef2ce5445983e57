/*
 * spans.h - where in a chunk an occurrence may lie, as a filter says: stretches of it, which do
 * not touch. Only these are searched.
 */
#ifndef SPANS_H
#define SPANS_H

#include <stdbool.h>

#include "base/span.h"

struct stretches {
    struct span *v; /* owned; in order */
    size_t n, capacity;
    size_t symbols; /* of all stretches */
};

/* There are no stretches yet. */
void stretches_begin(struct stretches *x);
void stretches_free(struct stretches *x);

/* Adds a stretch. It begins not before the one that was added last, but for a little. False: out
 * of memory. */
bool stretches_add(struct stretches *x, struct span stretch);

/* Whether all of it lies in the stretch that was added last. */
static inline bool stretches_have(const struct stretches *x, struct span stretch)
{
    return x->n > 0 && x->v[x->n - 1].start <= stretch.start && stretch.end <= x->v[x->n - 1].end;
}

#endif

/*
 * spans.h - where in a chunk an occurrence may lie, as a filter says: stretches of it, which do
 * not touch. Only these are searched.
 */
#ifndef SPANS_H
#define SPANS_H

#include <stdbool.h>

#include "base/span.h"

struct spans {
    struct span *v; /* owned; in order */
    size_t n, capacity;
    size_t symbols; /* of all stretches */
};

/* There are no stretches yet. */
void spans_begin(struct spans *x);
void spans_free(struct spans *x);

/* Adds a stretch. It begins not before the one that was added last, but for a little. False: out
 * of memory. */
bool spans_add(struct spans *x, struct span stretch);

/* Whether all of it lies in the stretch that was added last. */
static inline bool spans_have(const struct spans *x, struct span stretch)
{
    return x->n > 0 && x->v[x->n - 1].start <= stretch.start && stretch.end <= x->v[x->n - 1].end;
}

#endif

/*
 * spans.h - the spans of a chunk that may have occurrences, as found by a filter. They do not
 * touch; only these are searched.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

struct spans {
    struct span *v; /* owned; in order */
    size_t n, capacity;
    size_t symbols; /* in all spans */
};

/* Removes all spans. */
void spans_begin(struct spans *x);
void spans_free(struct spans *x);

/* Adds a span. It begins at most slightly before the last one. Returns false when out of memory. */
bool spans_add(struct spans *x, struct span stretch);

/* Returns whether the last span contains this one. */
static inline bool spans_have(const struct spans *x, struct span stretch)
{
    return x->n > 0 && x->v[x->n - 1].start <= stretch.start && stretch.end <= x->v[x->n - 1].end;
}

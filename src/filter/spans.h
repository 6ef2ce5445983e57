/*
 * spans.h - what a filter gives: the parts of a chunk that may have occurrences. They do not touch;
 * only these are searched.
 */
#pragma once

#include <stdbool.h>

#include "text/partition.h"

struct spans {
    struct share *v; /* owned; in order */
    size_t n, capacity;
    size_t symbols; /* in all spans */
};

/* Removes all spans. */
void spans_begin(struct spans *x);
void spans_free(struct spans *x);

/* Adds a span, and joins it with those that it touches. It begins at most slightly before the last
 * one. Returns false when out of memory. */
bool spans_add(struct spans *x, struct share span);

/* Returns whether the last span contains this one. */
static inline bool spans_have(const struct spans *x, struct share span)
{
    if (x->n == 0)
        return false;
    struct share last = x->v[x->n - 1];
    return last.lead <= span.lead && last.begin <= span.begin && span.end <= last.end;
}

/* Returns the part of span i within `own`; it may own nothing. */
struct share spans_within(const struct spans *x, size_t i, struct share own);

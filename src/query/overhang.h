/*
 * overhang.h - occurrences that hang over the beginning or the end of their record (--overhang).
 *
 * Items outside the record are not edits: the limit of an occurrence is proportional to its items
 * inside. When occurrences are compared (the least cost at an end, the sweep, the best one), each
 * item outside costs 1 like a deletion, so an occurrence with more of the pattern is nearer. The
 * printed distance excludes them.
 */
#pragma once

#include <stdint.h>

#include "query/limit.h"

struct overhang {
    uint32_t inside;    /* items that must lie inside; 0: all */
    struct limit limit; /* of the whole pattern */
};

/* Returns the edits allowed if n of a pattern's m items lie inside. */
static inline uint32_t overhang_limit(const struct overhang *h, uint32_t m, uint32_t n)
{
    struct limit l = h->limit;
    if (l.edits != LIMIT_NONE)
        l.edits = (l.edits < m ? l.edits : m) * n / m;
    return (uint32_t)limit_edits(l, n);
}

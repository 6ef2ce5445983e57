/*
 * overhang.h - occurrences that hang over the beginning or the end of their record (--overhang).
 *
 * Items of the pattern that lie outside the record are no edits: an occurrence is admitted by the
 * share of the limit that the other items have. Where occurrences are compared (the least cost at
 * an end, the sweep, the best one), each item outside costs 1 as a deletion does: so the one that
 * has more of the pattern is nearer. The distance that is printed is without them.
 */
#ifndef OVERHANG_H
#define OVERHANG_H

#include <stdint.h>

#include "query/limit.h"

struct overhang {
    uint32_t inside;       /* items that must lie inside; 0: all */
    struct limit limit;    /* of the whole pattern */
    const uint32_t *items; /* of the pattern, which has no others then; owned by it; or NULL */
};

/* Returns the edits allowed where n of a pattern's m items lie inside. */
static inline uint32_t overhang_limit(const struct overhang *h, uint32_t m, uint32_t n)
{
    struct limit l = h->limit;
    if (l.edits != LIMIT_NONE)
        l.edits = (l.edits < m ? l.edits : m) * n / m;
    return (uint32_t)limit_edits(l, n);
}

#endif

/*
 * merged_spans.h - the parts of a record that its occurrences cover, in order. Occurrences that
 * overlap are merged; those that only touch are not.
 *
 * Occurrences come in order of their ends. So an occurrence that begins before the last part may
 * still come, and parts that it could reach are held back.
 */
#pragma once

#include "base/span.h"
#include "match/occurrence.h"

struct merged_spans {
    const struct record *record;
    struct occurrence_reader reader;
    struct span *parts; /* bytes of the record; [first, n) have not been returned yet: disjoint, in
                           order */
    size_t first, n, capacity;
    size_t settled; /* no later occurrence begins before this byte */
};

/* Begins with a record; `c` must be zeroed, or used before. merged_spans_free() frees it. */
void merged_spans_record(struct merged_spans *c, const struct record *record);
void merged_spans_free(struct merged_spans *c);

/* Returns the next part, or false if there is none. */
bool merged_spans_next(struct merged_spans *c, struct span *part);

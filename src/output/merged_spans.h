/*
 * merged_spans.h - the parts of a record that its occurrences cover, in order. Occurrences that
 * overlap are one part; those that only touch are two.
 *
 * Occurrences come in order of their ends. So one that begins before the last part may still come,
 * and the parts that it could reach are held.
 */
#ifndef MERGED_SPANS_H
#define MERGED_SPANS_H

#include "base/span.h"
#include "match/occurrence.h"

struct merged_spans {
    const struct record *record;
    struct occurrence_reader reader;
    struct span *parts; /* bytes of the record; [first, n) are not given yet: apart, in order */
    size_t first, n, capacity;
    size_t settled; /* no occurrence that is still to come begins before this byte */
};

/* Begins with a record; `c` is all zeros or was used before. merged_spans_free() frees what it has.
 */
void merged_spans_record(struct merged_spans *c, const struct record *record);
void merged_spans_free(struct merged_spans *c);

/* The next part; false: there is none. */
bool merged_spans_next(struct merged_spans *c, struct span *part);

#endif

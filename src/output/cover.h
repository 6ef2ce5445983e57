/*
 * cover.h - the parts of a record that its occurrences cover: apart from each other, in order, each
 * as long as can be. Parts that only touch stay two.
 *
 * Occurrences come in order of their ends, so one that begins early may still come; memory is that
 * of the parts which such a one could reach.
 */
#ifndef COVER_H
#define COVER_H

#include "match/occurrence.h"

struct part { /* bytes of the record */
    size_t start, end;
};

struct cover {
    const struct record *record;
    struct occurrence_reader reader;
    struct part *parts; /* [first, n) are not given yet: apart, in order */
    size_t first, n, capacity;
    size_t settled; /* no occurrence that is still to come begins before this byte */
};

/* Begins with a record; `c` is all zeros or was used before. cover_free() frees what it has. */
void cover_record(struct cover *c, const struct record *record);
void cover_free(struct cover *c);

/* The next part; false: there is none. */
bool cover_next(struct cover *c, struct part *part);

#endif

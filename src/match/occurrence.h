/* occurrence.h - a reported occurrence, and the record it lies in. */
#ifndef OCCURRENCE_H
#define OCCURRENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where pattern `pattern` occurs with `distance` edits. Offsets are bytes from the first byte of
 * the input. */
struct occurrence {
    uint64_t start,
        end; /* by the rules; the order of occurrences is that of (end, start, pattern) */
    uint64_t match_start, match_end; /* trimmed: what is printed */
    uint32_t distance;
    uint32_t pattern;     /* index into query->patterns */
    unsigned char *match; /* MATCHED, match_end - match_start bytes; NULL where not wanted */
    bool owned;           /* match is freed with the occurrence */
    uint64_t line;        /* LINE of its start */
};

struct record {
    uint64_t offset;            /* of its first byte in the input */
    uint64_t number;            /* from 1 (LINE) */
    const unsigned char *bytes; /* without its delimiter; NULL when records are not kept */
    size_t length;
    const unsigned char *delimiter; /* as read; the last record may have none */
    size_t delimiter_length;
    const struct occurrence *occurrences; /* what is reported of it, in order; none with -v */
    size_t noccurrences;
    const struct occurrence *best; /* NULL: has no occurrence */
};

/* MATCHED of an occurrence in a record: from the record when it is kept. */
static inline const unsigned char *occurrence_bytes(const struct record *r,
                                                    const struct occurrence *o)
{
    return r->bytes != NULL ? r->bytes + (o->match_start - r->offset) : o->match;
}

#endif

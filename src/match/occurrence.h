/*
 * occurrence.h - a reported occurrence, and the record that contains it.
 *
 * A record may have as many occurrences as bytes. So they are stored as differences, in about eight
 * bytes each, in a spill (spill.h), and can only be read in order. One thread at a time; the
 * program exits when out of memory, or when a file of the spill fails.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/encoding.h"
#include "print/spill.h"

/* Where pattern `pattern` occurs with `distance` edits. Offsets are bytes from the first byte of
 * the text, which is the input as read or what was converted to UTF-8 (input/convert.h). */
struct occurrence {
    uint64_t start, end;             /* by the rules: positions (chunk_position()); the order of
                                        occurrences is that of (end, start, pattern) */
    uint64_t match_start, match_end; /* trimmed: what is printed; offsets */
    uint64_t text_end;               /* the offset of `end` */
    uint64_t source, source_end; /* of match_start and match_end, in bytes of the input as read */
    /* With folded text (folded_text.h): its bytes from the beginning of match_start's piece to the
     * match, and its characters in the match. */
    uint32_t passed;
    uint32_t pattern; /* index into query->patterns */
    uint64_t characters;
    uint64_t line;        /* LINE of its start */
    uint64_t column;      /* the number of its first character; 0: not needed */
    unsigned char *match; /* MATCHED, match_end - match_start bytes; NULL if not needed */
    uint32_t owned;       /* 1: match is freed with the occurrence; else 0 */
    uint32_t distance;
    /* part of the distance: items outside the record (overhang.h); once settled */
    uint32_t outside;
    uint32_t before; /* 1: they lie before the record; 0: after it */
};

/* Returns the distance that is printed. */
static inline uint32_t occurrence_distance(const struct occurrence *o)
{
    return o->distance - o->outside;
}

/* Occurrences in order, without `match`. */
struct occurrences {
    struct spill bytes;
    uint64_t n;
    uint64_t longest; /* the most bytes from a match_start to the text_end of that occurrence */
    struct occurrence last;
};

#define OCCURRENCES_INIT ((struct occurrences){.bytes = SPILL_INIT})

void occurrences_add(struct occurrences *v, const struct occurrence *o);
void occurrences_copy(struct occurrences *to, struct occurrences *from); /* `to` is cleared
                                                                            before */
void occurrences_clear(struct occurrences *v); /* keeps a small buffer; _free() does not */
void occurrences_free(struct occurrences *v);

struct record {
    uint64_t offset;             /* of its first byte in the text */
    uint64_t source;             /* of its first byte in the input as read */
    uint64_t end;                /* of the byte behind its delimiter, in the input as read */
    uint64_t number;             /* from 1 (LINE) */
    enum encoding_kind encoding; /* of the input; ENCODING_AUTO: not converted */
    uint32_t nalso;
    /* The record, and then its delimiter as read. NULL: it is not kept, or lies in `spill`. */
    const unsigned char *bytes;
    struct spill *spill; /* NULL, or the spill that holds these bytes from this position on: */
    uint64_t spill_at;
    size_t length;                   /* without the delimiter */
    size_t delimiter_length;         /* the last record may have none */
    struct occurrences *occurrences; /* its reported occurrences; NULL: none, or not needed */
    uint64_t noccurrences;           /* only the first `noccurrences` count */
    const struct occurrence *best;   /* NULL: has no occurrence */
    const struct record *also;       /* the record for other patterns, one each: `nalso` */
};

/* Returns whether the bytes of a record are kept. */
static inline bool record_kept(const struct record *r)
{
    return r->bytes != NULL || r->spill != NULL;
}

/* Returns contiguous bytes from byte `at` on, *n of them: all before byte `end`, or at least some
 * 16 KiB, cut by escape_controls_cut(). The record is kept. Valid until the next call. */
const unsigned char *record_piece(const struct record *r, size_t at, size_t end, size_t *n);

/* Returns bytes [at, end), contiguous, as spill_view() does for `option`. The record is kept. */
const unsigned char *record_view(const struct record *r, size_t at, size_t end, const char *option);

/* Sets `bytes`, if the record lies in a spill. */
void record_join(struct record *r, const char *option);

/* Appends the record, and then its delimiter. */
void record_copy(struct spill *to, const struct record *r);

/* Makes the record refer to a spill, from byte `at` on. */
void record_lies(struct record *r, struct spill *spill, uint64_t at);

/* Reads the occurrences of a record, which must not change meanwhile:
   `struct occurrence_reader r; occurrence_first(&r, record); while (occurrence_next(&r))
   use(&r.o);`
 */
struct occurrence_reader {
    struct occurrences *v;
    uint64_t left; /* occurrences */
    uint64_t at;   /* bytes of v that have been read into the buffer */
    struct occurrence o;
    size_t begin, end; /* the unread part of the buffer */
    unsigned char buffer[1024];
};

void occurrence_first(struct occurrence_reader *r, const struct record *record);
bool occurrence_next(struct occurrence_reader *r); /* false: there is none left */

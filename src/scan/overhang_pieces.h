/*
 * overhang_pieces.h - a filter for the ends of records: which patterns may hang over one of them
 * (query/overhang.h).
 *
 * If n items of a pattern lie inside, with at most l edits, one of any l + 1 pieces of these items
 * occurs without edits, and lies where the items between it and the record's end allow. All pieces
 * of all patterns are compared at once, with a bit for each: the first symbols of a piece. If
 * most patterns are found, pieces are not compared in the rest of the chunk: each pattern may hang
 * over.
 */
#pragma once

#include "query/alphabet.h"
#include "query/query.h"
#include "text/chunk.h"

enum overhang_side {
    OVERHANG_BEGIN, /* the pattern's first items lie before the record */
    OVERHANG_END    /* its last items lie behind the record */
};

/* The end of a record at which symbol `at` of the chunk lies. */
struct record_border {
    const struct chunk *c;
    const uint32_t *bytes; /* alphabet_bytes() */
    size_t at;
    enum overhang_side side;
};

/* Returns the symbol that has n others between it and the record's end. */
static inline uint32_t record_border_symbol(const struct record_border *b, size_t n)
{
    return chunk_symbol(b->c, b->bytes, b->side == OVERHANG_BEGIN ? b->at + n : b->at - n);
}

struct overhang_pieces;

/* Ends of records in a chunk at which pieces are compared at least; tests may change it. */
enum { OVERHANG_PIECES_TRIES = 64 };
extern size_t overhang_pieces_tries;

/* Returns NULL when out of memory. */
struct overhang_pieces *overhang_pieces_open(const struct query *q, const struct alphabet *a,
                                             enum overhang_side side);
void overhang_pieces_close(struct overhang_pieces *x); /* NULL is ignored */

/* Begins a chunk with the symbols below `size` of the alphabet. */
void overhang_pieces_begin(struct overhang_pieces *x, uint32_t size);

/* Returns the number of patterns that may hang over an end of a record, and sets *patterns to them.
 * n symbols there are the record's, at least 1. Valid until the next call. */
size_t overhang_pieces_find(struct overhang_pieces *x, const struct record_border *b, size_t n,
                            const uint32_t **patterns);

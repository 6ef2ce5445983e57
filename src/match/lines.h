/*
 * lines.h - records: where they begin and end, their numbers, and their bytes, even if a record is
 * longer than a chunk.
 *
 * Chunks of an input come in order. In each, lines_next() returns the pieces of records that the
 * caller asks for; lines_done() stores a piece that does not end its record, and lines_record()
 * joins it with the piece that does.
 */
#pragma once

#include <stdbool.h>

#include "match/occurrence.h"
#include "print/spill.h"
#include "text/chunk.h"

struct lines {
    bool keep;         /* keep the bytes of records */
    bool count;        /* count records */
    uint64_t offset;   /* of the current record in the text, */
    uint64_t source;   /* and in the input as read, if it began before the chunk */
    uint64_t number;   /* of the current record, from 1 (right only when `count`) */
    size_t at;         /* the bytes of the chunk before this one have been handled */
    struct spill kept; /* earlier pieces of the current record */
    struct source_place place;
};

/* The part of a record that lies in the owned part of a chunk: bytes [begin, end). Its delimiter
 * follows, up to `next`. */
struct record_piece {
    size_t begin, end, next;
    bool closes; /* the record ends with it: by a delimiter or with the input */
};

#define LINES_ANY 0         /* lines_next(): any piece, the next one */
#define LINES_NONE SIZE_MAX /* lines_next(): only the piece that the chunk leaves open */

/* Begins a text at its byte `offset`, where a record begins. Its records count from 1. */
void lines_begin(struct lines *l, uint64_t offset);

/* Skips `records` records, up to byte `offset` of the input. */
void lines_skip(struct lines *l, uint64_t records, uint64_t offset);
void lines_chunk(struct lines *l, const struct chunk *c); /* begins its next chunk */

/*
 * Returns the piece that contains byte `want` of the chunk; skips records that end before it.
 * Returns false if no piece is left.
 */
bool lines_next(struct lines *l, const struct chunk *c, size_t want, struct record_piece *p);

/* Returns a byte of the chunk: the first of the n-th record before the one that contains byte
 * `want`, or the first byte not yet handled, if there are fewer. For n = 0 returns `want`. Not with
 * --span-lines. */
size_t lines_before(const struct lines *l, const struct chunk *c, size_t want, uint64_t n);

/* Returns where the current record begins in the input as read. */
uint64_t lines_source(struct lines *l, const struct chunk *c);

/* Returns the record that ends with p. Its bytes are valid until the next call. */
struct record lines_record(struct lines *l, const struct chunk *c, const struct record_piece *p);

/* Ends the work on p: stores it, or begins the next record. */
void lines_done(struct lines *l, const struct chunk *c, const struct record_piece *p);
void lines_free(struct lines *l);

/* Returns how many of the n bytes at p are `byte`. */
uint64_t lines_count(const unsigned char *p, size_t n, int byte);

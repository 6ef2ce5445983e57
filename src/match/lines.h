/*
 * lines.h - records: where they begin and end, their numbers, and their bytes when they are longer
 * than a chunk.
 *
 * Chunks of an input are taken in order. In each, lines_next() gives the pieces of records that
 * someone wants to look at; a piece that does not close its record is kept by lines_done(),
 * and lines_record() joins it with the piece that does.
 */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>

#include "match/occurrence.h"
#include "print/spill.h"
#include "text/chunk.h"

struct lines {
    bool keep;         /* the bytes of records are wanted */
    bool pieces;       /* pieces of them are enough (record_piece()) */
    bool count;        /* their numbers are wanted */
    uint64_t offset;   /* of the current record in the input */
    uint64_t number;   /* of the current record, from 1 (right only when `count`) */
    size_t at;         /* the bytes of the chunk before this one are done with */
    struct spill kept; /* what was put aside of the current record */
};

/* The part of a record that lies in the owned part of a chunk: bytes [begin, end). Its delimiter
 * follows, up to `next`. */
struct record_piece {
    size_t begin, end, next;
    bool closes; /* the record ends here: by a delimiter or with the input */
};

#define LINES_ANY 0         /* lines_next(): the next piece, whatever it is */
#define LINES_NONE SIZE_MAX /* only the piece that the chunk leaves open */

/* A new text: an input from its byte `offset` on, where a record begins. Its records count from 1.
 */
void lines_begin(struct lines *l, uint64_t offset);

/* Skips `records` records, up to byte `offset` of the input. */
void lines_skip(struct lines *l, uint64_t records, uint64_t offset);
void lines_chunk(struct lines *l, const struct chunk *c); /* its next chunk */

/*
 * The piece that holds byte `want` of the chunk; records that end before it are passed over. False:
 * no piece is left.
 */
bool lines_next(struct lines *l, const struct chunk *c, size_t want, struct record_piece *p);

/* A byte of the chunk: the first of the n-th record before the one that holds byte `want`, or of
 * what is left of the chunk, where there are fewer. For n = 0 `want`. Not with --span-lines. */
size_t lines_before(const struct lines *l, const struct chunk *c, size_t want, uint64_t n);

/* The record that ends with p, which closes it. Its bytes are valid until the next call. */
struct record lines_record(struct lines *l, const struct chunk *c, const struct record_piece *p);

/* Ends the work on p: the next record begins, or p is kept. */
void lines_done(struct lines *l, const struct chunk *c, const struct record_piece *p);
void lines_free(struct lines *l);

/* How many of the n bytes at p are `byte`. */
uint64_t lines_count(const unsigned char *p, size_t n, int byte);

#endif

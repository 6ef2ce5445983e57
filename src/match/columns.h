/*
 * columns.h - computes the number of a character in its record, or with --span-lines in its line.
 *
 * Queries come chunk by chunk; within a chunk in any order, but near each other. All text is
 * counted once, and none is kept. One thread at a time; the thread dies (diag.h) when out of
 * memory.
 */
#pragma once

#include "text/chunk.h"

/* A line's beginning, and the number of the record's characters before it. */
struct column_line {
    uint64_t offset, before;
};

struct columns {
    bool lines;          /* count from the beginning of the line */
    size_t reach;        /* most symbols between a chunk and an earlier position that is queried */
    uint64_t record;     /* offset of the current record; UINT64_MAX: none yet */
    uint64_t at, before; /* `before` characters of the line are before offset `at` */
    struct column_line line;  /* the previous query's line ... */
    uint64_t searched;        /* ... reaches at least to here */
    struct column_line *kept; /* lines that begin near the end of the last chunk, the last one
                                 first */
    size_t nkept, capacity;
};

void columns_free(struct columns *c);

void columns_input(struct columns *c); /* a new input begins */
void columns_record(struct columns *c,
                    uint64_t offset); /* sets the record of the following queries */

/* Returns the number, from 1, of the character at this offset, which lies in the chunk. */
uint64_t columns_of(struct columns *c, const struct chunk *chunk, uint64_t offset);

/* To be called before the chunk is freed. */
void columns_leave(struct columns *c, const struct chunk *chunk);

/*
 * columns.h - at which character of its record, or with --span-lines of its line, a place lies.
 *
 * Places are asked for one chunk after the other, in no order but near each other. All text is
 * counted through once; nothing of it is kept. Main thread or a worker; the program ends when out
 * of memory.
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "text/chunk.h"

/* A line's beginning, and the number of the record's characters before it. */
struct column_line {
    uint64_t offset, before;
};

struct columns {
    bool lines;          /* characters of lines are numbered */
    size_t reach;        /* most symbols between a chunk and a place before it whose column may be
                            asked for */
    uint64_t record;     /* offset of the current record; UINT64_MAX: there is none yet */
    uint64_t at, before; /* offset `at` has `before` characters of the line before it */
    struct column_line line;  /* the line that was asked for last ... */
    uint64_t searched;        /* ... goes on up to here at least */
    struct column_line *kept; /* lines that begin near the end of the last chunk, the last first */
    size_t nkept, capacity;
};

void columns_free(struct columns *c);

void columns_input(struct columns *c);                   /* a new input begins */
void columns_record(struct columns *c, uint64_t offset); /* places lie in this record from now on */

/* The number, from 1, of the character at this offset, which lies in the chunk. */
uint64_t columns_of(struct columns *c, const struct chunk *chunk, uint64_t offset);

/* The chunk goes. */
void columns_leave(struct columns *c, const struct chunk *chunk);

#endif

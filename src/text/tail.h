/*
 * tail.h - what a chunk leaves for the next one of its input: the next one's lead-in, and the text
 * that was read but is not owned.
 */
#ifndef TAIL_H
#define TAIL_H

#include "text/chunk.h"

struct tail {
    unsigned char *bytes; /* owned */
    size_t size, capacity;
    size_t begin;    /* the next chunk begins to own here */
    uint64_t offset; /* of bytes[0] in the input */
};

/* A new text, which begins `offset` bytes into its input: nothing is left from before. */
void tail_begin(struct tail *t, uint64_t offset);

/* Copies bytes [from, end) of the chunk, whose end_byte is among them. False: memory is out. */
bool tail_keep(struct tail *t, const struct chunk *c, size_t from, size_t end);

/* The next chunk, which has room for them, begins with these bytes; it owns nothing so far. */
void tail_give(const struct tail *t, struct chunk *c);

#endif

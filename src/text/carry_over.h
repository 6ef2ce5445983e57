/*
 * carry_over.h - what a chunk leaves for the next one of its input: the next one's lead-in, and the
 * text that was read but is not owned.
 */
#ifndef CARRY_OVER_H
#define CARRY_OVER_H

#include "text/chunk.h"

struct carry_over {
    unsigned char *bytes; /* owned */
    size_t size, capacity;
    size_t begin;    /* the next chunk begins to own here */
    uint64_t offset; /* of bytes[0] in the input */
};

/* A new text, which begins `offset` bytes into its input: nothing is left from before. */
void carry_over_begin(struct carry_over *t, uint64_t offset);

/* Copies bytes [from, end) of the chunk, whose end_byte is among them. False: memory is out. */
bool carry_over_keep(struct carry_over *t, const struct chunk *c, size_t from, size_t end);

/* The next chunk, which has room for them, begins with these bytes; it owns nothing so far. */
void carry_over_give(const struct carry_over *t, struct chunk *c);

#endif

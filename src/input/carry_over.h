/*
 * carry_over.h - what a chunk leaves for the next one of its input: the next chunk's lead-in, and
 * text that was read but is not owned.
 */
#pragma once

#include "text/chunk.h"

struct carry_over {
    unsigned char *bytes; /* owned */
    size_t size, capacity;
    size_t begin;         /* the next chunk begins to own here */
    uint64_t offset;      /* position of bytes[0] in the text */
    uint64_t source;      /* position of bytes[0] in the input, if its text was converted */
    enum entry_part part; /* with entries: where in one it is */
};

/* Starts a new text at its byte `offset`, which is byte `source` of its input, and forgets the
 * previous text. */
void carry_over_begin(struct carry_over *t, uint64_t offset, uint64_t source);

/* Copies bytes [from, end) of the chunk, whose end_byte is among them. Returns false when out of
 * memory. */
bool carry_over_keep(struct carry_over *t, const struct chunk *c, size_t from, size_t end);

/* Copies the kept bytes to the beginning of the next chunk, which owns nothing so far. The chunk
 * must have room for them. */
void carry_over_give(const struct carry_over *t, struct chunk *c);

/*
 * chunk.h - a piece of one input, as symbols, with the lead-in that makes it independent of its
 * neighbours.
 *
 * bytes[0..nbytes) of the input begin at `offset` in it; they are `length` symbols, of which
 * [own.begin, own.end) are owned (see partition.h); one more character may follow for those who
 * look at what comes next. Owned ranges of the chunks of an input follow each other without gap.
 * The lead-in never reaches over a delimiter.
 *
 * A chunk belongs to the one who holds it: reader, then engine (which reads only), then the main
 * thread, then the pool again.
 */
#ifndef CHUNK_H
#define CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "query/alphabet.h"
#include "text/partition.h"

enum { CHUNK_MARK = 64 }; /* symbols from mark to mark */

/* Where buffers for text and symbols come from. */
struct chunk_memory {
    void *(*allocate)(size_t size); /* NULL: memory is out */
    void (*release)(void *buffer);  /* or NULL */
};

struct chunk {
    const struct chunk_memory *memory; /* of buffer and symbols; NULL: chunk_buffer(), free() */
    uint64_t input;                    /* number of the input, from 0 */
    char *name;       /* of the input, with its first chunk only; whoever takes it frees it */
    bool first, last; /* of the input */
    bool rests;       /* made because the input paused: more may be long in coming */
    uint64_t size; /* of the input in bytes where known, else UINT64_MAX (with the first chunk) */
    int errnum;    /* what ended the input before its time, or 0; `reason` when it is no errno */
    const char *reason;
    bool unopened; /* it could not even be opened: there is nothing of it */
    bool harmless; /* `reason` is a warning */

    uint64_t offset; /* of bytes[0] */
    unsigned char *bytes;
    size_t nbytes, bytes_capacity;
    unsigned char *buffer; /* that they lie in */
    struct span ascii;     /* bytes that are known to be ASCII */

    /* Symbols: width 0: the bytes themselves, by alphabet_bytes(); 1: uint8_t[]; 4: uint32_t[]. */
    unsigned width;
    void *symbols;
    size_t length, symbols_capacity /* in bytes */;
    struct share own;            /* in symbols; lead is 0 */
    size_t begin_byte, end_byte; /* the same in bytes */
    bool utf8;                   /* characters may take several bytes: marks count */
    uint32_t *marks; /* first byte of symbols 0, 64, 128, ...; when utf8 and width != 0 */
    size_t marks_capacity;
    uint32_t alphabet_size; /* symbols that existed when this was made */
    int delimiter;          /* the byte of symbol 0 when width is 0, or -1 */

    bool listed; /* the delimiters are in spans (--delimiter), not the byte */
    struct span *spans;
    size_t nspans, spans_capacity;
};

/* Symbol i; `bytes` is alphabet_bytes(). */
static inline uint32_t chunk_symbol(const struct chunk *c, const uint32_t *bytes, size_t i)
{
    if (c->width == 0)
        return bytes[c->bytes[i]];
    return c->width == 1 ? ((const uint8_t *)c->symbols)[i] : ((const uint32_t *)c->symbols)[i];
}

/* Whether a delimiter has a symbol; else (--span-lines) the whole input is one record. */
static inline bool chunk_delimits(const struct chunk *c)
{
    return c->width > 0 || c->delimiter >= 0;
}

/* Whether a record ends before symbol i: a delimiter follows, or nothing that the chunk shows. */
static inline bool chunk_record_ends(const struct chunk *c, const uint32_t *bytes, size_t i)
{
    return i == c->length || chunk_symbol(c, bytes, i) == SYMBOL_DELIMITER;
}

/* The symbols, or the bytes that stand for them, where each takes one byte: width is 0 or 1. */
static inline const unsigned char *chunk_narrow(const struct chunk *c)
{
    return c->width == 0 ? c->bytes : c->symbols;
}

/* The first byte of symbol i; i may be length (then nbytes). */
size_t chunk_byte(const struct chunk *c, size_t i);

/* The number of the first delimiter that ends after `byte` (spans; listed chunks only). */
size_t chunk_span_after(const struct chunk *c, size_t byte);

/*
 * A buffer for text or symbols, aligned to cache lines; for those of the size of a chunk in huge
 * pages where the system has them, because engines read it at many places at once; then it is the
 * only one in its pages. NULL: memory is out. free() frees it.
 */
void *chunk_buffer(size_t size);

/* The same for this chunk, from its memory. */
void *chunk_allocate(const struct chunk *c, size_t size);
void chunk_release(const struct chunk *c, void *buffer);

/* From now on its buffers come from there; it loses those that it has from elsewhere. */
void chunk_use(struct chunk *c, const struct chunk_memory *memory);

/* Makes room for `size` bytes, of which the first nbytes stay. False: memory is out. */
bool chunk_reserve(struct chunk *c, size_t size);

/* The bytes, none yet, will begin at a place fit to read to from `position` in a file, behind
 * `nbytes` others. */
void chunk_place(struct chunk *c, size_t nbytes, uint64_t position);

/* Frees what the chunk points to; it is all zeros then. */
void chunk_free(struct chunk *c);

#endif

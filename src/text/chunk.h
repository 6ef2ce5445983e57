/*
 * chunk.h - a piece of one input, as symbols, with the lead-in that makes it independent of its
 * neighbours.
 *
 * The chunk has the bytes [offset, offset + nbytes) of its input. They are `length` symbols: first
 * the lead-in, then those that it owns (partition.h), which are [own.begin, own.end). Behind them
 * lies one more character, unless the text ends or pauses there, for those who look at what comes
 * next. The owned ranges of the chunks of an input follow each other without gap. The lead-in never
 * reaches over a delimiter.
 *
 * A chunk in which no pattern occurs may be left undecoded (sieve.h): it is barren, and has no
 * symbols apart from the bytes that it owns.
 *
 * A chunk for a device may be raw: the device makes its symbols (engine.h). Until then it stands as
 * bytes, of which each counts as a symbol in `length` and `own`.
 *
 * Where texts are compared in a form of their own (folding.h), the symbols are those of the plain
 * text (folded_text.h), and chunk_byte(), chunk_end() tell where they lie in the bytes.
 *
 * What else is to be told of the input, such as its name, comes in the chunk's news
 * (input_status.h).
 *
 * A chunk has one owner at a time: the thread that reads it; then the one that scans it, whose
 * engine changes nothing; then the main thread, which hands its buffers back to be filled again.
 */
#ifndef CHUNK_H
#define CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "query/alphabet.h"
#include "query/folded_text.h"
#include "text/partition.h"

enum { CHUNK_MARK = 64 }; /* symbols from mark to mark */

/* Where the buffers for bytes and symbols come from: a device may want its own kind of memory. */
struct chunk_memory {
    void *(*allocate)(size_t size); /* NULL: memory is out */
    void (*release)(void *buffer);  /* takes NULL too */
};

struct chunk {
    const struct chunk_memory *memory; /* of buffer and symbols; NULL: chunk_buffer(), free() */

    uint64_t input;       /* number of the input, from 0 */
    uint64_t offset;      /* of bytes[0] in it */
    unsigned char *bytes; /* they lie in `buffer` */
    size_t nbytes, bytes_capacity;
    unsigned char *buffer;
    struct span ascii; /* these bytes are known to be ASCII */
    bool ends_text;    /* the input ends where the owned part does, and with it the last record; not
                          where a read failed: the record that it cut short is none */

    /* The symbols, by width: 1: uint8_t[]; 4: uint32_t[]; 0: there are none apart from the bytes,
     * of which each stands for one by alphabet_bytes(). `stands`: those bytes are `symbols`, where
     * some differ from the text. */
    unsigned width;
    bool stands;
    void *symbols;
    size_t length, symbols_capacity /* in bytes */;
    struct share own;            /* in symbols; lead is 0 */
    size_t begin_byte, end_byte; /* own.begin and own.end in bytes */
    bool utf8;                   /* a character may take several bytes */
    bool barren;                 /* no pattern occurs in it, and it has no symbols */
    bool for_device;             /* who scans it can make symbols of UTF-8 */
    struct alphabet *raw;        /* not NULL: the symbols are to be made yet, of this alphabet */
    uint32_t *marks; /* the first bytes of symbols 0, 64, 128, ...; when utf8 and width != 0 */
    size_t marks_capacity;
    uint32_t alphabet_size; /* the alphabet had so many symbols when the chunk was decoded */
    bool crlf; /* a carriage return before a newline belongs to the delimiter; no border of owned
                  parts lies between them. It is an ordinary symbol, ... */
    bool crlf_hidden; /* ... or has the symbol of a delimiter, too */
    int delimiter;    /* the byte of symbol 0 when width is 0, or -1 */

    /* The plain text; the marks are bytes of it. */
    const struct folding *equality; /* NULL: there is none */
    struct folded_text plain;
    struct span plain_own;    /* what the chunk owns of it */
    struct span *plain_spans; /* as `spans`, which are as many */
    size_t plain_spans_capacity;
    uint64_t plain_offset; /* plain text of the stretch of the input that lies before it */

    bool listed; /* the delimiters are the spans (--delimiter), not a byte */
    struct span *spans;
    size_t nspans, spans_capacity;
};

/* The symbols, or the bytes that stand for them, where each takes one byte: width 0 or 1. */
static inline const unsigned char *chunk_narrow(const struct chunk *c)
{
    return c->width == 0 && !c->stands ? c->bytes : c->symbols;
}

/* Symbol i; `bytes` is alphabet_bytes(). */
static inline uint32_t chunk_symbol(const struct chunk *c, const uint32_t *bytes, size_t i)
{
    if (c->width == 0)
        return bytes[chunk_narrow(c)[i]];
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

/* How many bytes the symbols that `own` owns take, about. */
static inline size_t chunk_bytes_of(const struct chunk *c, struct share own)
{
    size_t n = c->own.end - c->own.begin;
    double part = n > 0 ? (double)(own.end - own.begin) / (double)n : 0;
    return (size_t)((double)(c->end_byte - c->begin_byte) * part);
}

/* The first delimiter of symbols [from, end), else `end`. */
size_t chunk_record_end(const struct chunk *c, size_t from, size_t end);

/* Whether each symbol takes one byte. */
static inline bool chunk_of_bytes(const struct chunk *c)
{
    return (!c->utf8 || c->width == 0) && c->equality == NULL;
}

/* The first byte of symbol i <= length, where symbols take several. */
size_t chunk_marked_byte(const struct chunk *c, size_t i);

/* The first byte of symbol i <= length; nbytes for i = length. */
static inline size_t chunk_byte(const struct chunk *c, size_t i)
{
    return chunk_of_bytes(c) ? i : chunk_marked_byte(c, i);
}

/* Where the character before symbol i <= length ends: where symbols lie side by side, chunk_byte().
 */
size_t chunk_plain_end(const struct chunk *c, size_t i);

static inline size_t chunk_end(const struct chunk *c, size_t i)
{
    return c->equality == NULL ? chunk_byte(c, i) : chunk_plain_end(c, i);
}

/* The byte of the plain text at which symbol i <= length begins. */
size_t chunk_plain(const struct chunk *c, size_t i);

/* How far into its input symbol i <= length is: in bytes, or in bytes of the plain text, from
 * anywhere before. All that is searched has its order. */
static inline uint64_t chunk_position(const struct chunk *c, size_t i)
{
    if (c->equality != NULL)
        return c->plain_offset + chunk_plain(c, i);
    return c->offset + chunk_byte(c, i);
}

/* The same of the end of what the chunk owns. */
static inline uint64_t chunk_owned(const struct chunk *c)
{
    return c->equality != NULL ? c->plain_offset + c->plain_own.end : c->offset + c->end_byte;
}

/* The character of symbol i < length; of a folded space, a space. */
uint32_t chunk_character(const struct chunk *c, bool utf8, size_t i);

/* The index in spans of the first delimiter that ends behind byte `byte`; nspans: none does. */
size_t chunk_span_after(const struct chunk *c, size_t byte);

/*
 * A buffer, aligned to cache lines. A large one lies alone in huge pages, where the system has
 * them, because engines read it at many places at once. NULL: memory is out. free() frees it.
 */
void *chunk_buffer(size_t size);

/* A buffer from the memory of this chunk, and its release. */
void *chunk_allocate(const struct chunk *c, size_t size);
void chunk_release(const struct chunk *c, void *buffer);

/* From now on the chunk's buffers come from `memory`; buffers from elsewhere are freed. */
void chunk_use(struct chunk *c, const struct chunk_memory *memory);

/* Makes room for `size` bytes, of which the first nbytes stay. False: memory is out. */
bool chunk_reserve(struct chunk *c, size_t size);

/* Sets `bytes`, before there are any, to where the system is fast in reading to: bytes from
 * `position` of a file will follow `nbytes` others. */
void chunk_place(struct chunk *c, size_t nbytes, uint64_t position);

/* Frees what the chunk points to; it is all zeros then. */
void chunk_free(struct chunk *c);

#endif

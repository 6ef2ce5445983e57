/*
 * chunk.h - a piece of one input, as symbols, with the lead-in that makes it independent of its
 * neighbours.
 *
 * A chunk holds the bytes [offset, offset + nbytes) of its input. They are `length` symbols: first
 * the lead-in, then the owned symbols (partition.h) [own.begin, own.end), then one more character,
 * for code that looks at what comes next, unless the text ends or pauses there. The owned ranges of
 * an input's chunks follow each other without a gap. The lead-in never reaches over a delimiter.
 *
 * A chunk in which no pattern occurs may stay undecoded (sieve.h). Such a chunk is barren and owns
 * no symbols.
 *
 * A chunk for a device may be raw: the device decodes it (engine.h). Until then each byte counts as
 * one symbol in `length` and `own`.
 *
 * If texts are compared in a folded form (folding.h), the symbols are those of the folded text
 * (folded_text.h), and chunk_byte() and chunk_end() map them to bytes.
 *
 * The chunk's struct input_status carries everything else about the input, such as its name.
 *
 * A chunk has one owner at a time: the thread that reads it; then the thread that scans it, whose
 * engine changes nothing; then the main thread, which returns its buffers for reuse.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/encoding.h"
#include "base/span.h"
#include "query/alphabet.h"
#include "query/folded_text.h"
#include "text/partition.h"

enum { CHUNK_MARK = 64 }; /* symbols between two marks */

/* Allocator of the buffers for bytes and symbols: a device may need its own kind of memory. */
struct chunk_memory {
    void *(*allocate)(size_t size); /* NULL: out of memory */
    void (*release)(void *buffer);  /* NULL is ignored */
};

/* How a text is read: the same for all its chunks. */
struct chunk_rules {
    bool utf8;   /* a character may take several bytes */
    bool listed; /* the delimiters are listed as spans (--delimiter), and are not a byte */
    bool crlf;   /* a carriage return before a newline belongs to the delimiter, and has its symbol;
                    no border of owned parts lies between them */
    const struct folding *folding; /* NULL: the text is not folded */
};

/* A chunk's folded text. */
struct folded_chunk {
    struct folded_text text;
    struct span own;    /* the owned part of it */
    struct span *spans; /* the chunk's delimiters as positions in it */
    size_t spans_capacity;
    enum entry_part part;   /* with folding->entries: where in an entry bytes[0] is */
    uint64_t symbol_offset; /* symbols of the stretch's folded text before this chunk's */
    uint64_t offset;        /* length of the stretch's folded text before this chunk's */
};

/* The memory of a chunk. */
struct chunk_storage {
    const struct chunk_memory *memory; /* of buffer and symbols; NULL: chunk_buffer(), free() */
    unsigned char *buffer;
    struct {
        size_t buffer, symbols /* in bytes */, marks, spans;
    } capacity;
};

/* Where the bytes of a chunk are from. */
struct chunk_origin {
    uint64_t input;                  /* number of the input, from 0 */
    uint64_t offset;                 /* position of bytes[0] in the text of the input */
    const struct encoding *encoding; /* what the input is in, if it was converted; else NULL */
    uint64_t source;                 /* with `encoding`: position of bytes[0] in the input */
    bool ends_text; /* the input and its last record end where the owned part ends; false after a
                       read error, because the record that the error cut short does not count */
    bool joined;    /* the records of several inputs (scan/scan_together.h) */
};

/* Whether and how a chunk is to be decoded. */
struct chunk_decoding {
    bool barren;          /* no pattern occurs in it, and it has no symbols */
    bool for_device;      /* the chunk's engine can decode UTF-8 itself */
    struct alphabet *raw; /* not NULL: the chunk is raw, to be decoded with this alphabet */
};

/* A part of a chunk that was cut (scan_chunk.c). */
struct chunk_section {
    uint64_t number; /* not 0: it is such a part; all parts of a chunk, which come in turn, have the
                        same number */
    bool uncut;      /* it cannot be cut again, so all its hits must fit */
};

struct chunk_delimiters {
    int byte;           /* the byte of symbol 0 when width is 0, or -1 */
    struct span *spans; /* with rules.listed */
    size_t n;
};

struct chunk {
    struct chunk_rules rules;
    struct chunk_storage storage;
    struct chunk_origin origin;
    unsigned char *bytes; /* points into the buffer */
    size_t nbytes;
    struct span ascii; /* these bytes are ASCII; others may be */

    /* Width of a symbol in bytes. 1: `symbols` is uint8_t[]; 4: uint32_t[]; 0: each byte is one
     * symbol, which alphabet_bytes() translates. With `translated`, `symbols` is a changed copy of
     * those bytes (see decode.c, hide_in_bytes). */
    unsigned width;
    bool translated;
    void *symbols;
    size_t length;
    struct share own;            /* in symbols; lead is 0 */
    size_t begin_byte, end_byte; /* own.begin and own.end as positions in `bytes` */
    struct chunk_decoding decoding;
    struct chunk_section section;
    uint32_t *marks; /* the first bytes of symbols 0, 64, 128, ...; when utf8 and width != 0 */
    uint32_t alphabet_size; /* size of the alphabet when the chunk was decoded */
    struct chunk_delimiters delimiters;
    bool sparse;                /* it lacks records (scan/undecided.h): its symbols have no bytes */
    struct folded_chunk folded; /* with rules.folding; the marks are positions in its text */
};

/* Returns the array of one byte per symbol; width must be 0 or 1. */
static inline const unsigned char *chunk_narrow(const struct chunk *c)
{
    return c->width == 0 && !c->translated ? c->bytes : c->symbols;
}

/* Returns the delimiter in chunk_narrow(), or -1: there is none. */
static inline int chunk_narrow_delimiter(const struct chunk *c)
{
    return c->width == 0 ? c->delimiters.byte : SYMBOL_DELIMITER;
}

/* Returns symbol i. `bytes` is alphabet_bytes(). */
static inline uint32_t chunk_symbol(const struct chunk *c, const uint32_t *bytes, size_t i)
{
    if (c->width == 0)
        return bytes[chunk_narrow(c)[i]];
    return c->width == 1 ? ((const uint8_t *)c->symbols)[i] : ((const uint32_t *)c->symbols)[i];
}

/* Returns whether delimiters have a symbol. If not (--span-lines), the whole input is one record.
 */
static inline bool chunk_delimits(const struct chunk *c)
{
    return c->width > 0 || c->delimiters.byte >= 0;
}

/* Returns whether a record ends before symbol i: at a delimiter, or at the end of the chunk's
 * symbols. */
static inline bool chunk_record_ends(const struct chunk *c, const uint32_t *bytes, size_t i)
{
    return i == c->length || chunk_symbol(c, bytes, i) == SYMBOL_DELIMITER;
}

/* Returns about how many bytes the symbols owned by `own` take. */
static inline size_t chunk_bytes_of(const struct chunk *c, struct share own)
{
    size_t n = c->own.end - c->own.begin;
    double part = n > 0 ? (double)(own.end - own.begin) / (double)n : 0;
    return (size_t)((double)(c->end_byte - c->begin_byte) * part);
}

/* Returns the first delimiter among symbols [from, end), or `end`. */
size_t chunk_record_end(const struct chunk *c, size_t from, size_t end);

/* Returns the symbol behind the last delimiter among symbols [from, end), or `from`. */
size_t chunk_record_begin(const struct chunk *c, size_t from, size_t end);

/* Returns whether each symbol takes one byte. */
static inline bool chunk_of_bytes(const struct chunk *c)
{
    return (!c->rules.utf8 || c->width == 0) && c->rules.folding == NULL;
}

/* Returns the first byte of symbol i <= length; for chunks in which a symbol may take several
 * bytes. */
size_t chunk_marked_byte(const struct chunk *c, size_t i);

/* Returns the first byte of symbol i <= length; nbytes for i = length. */
static inline size_t chunk_byte(const struct chunk *c, size_t i)
{
    return chunk_of_bytes(c) ? i : chunk_marked_byte(c, i);
}

/* Returns where the character before symbol i <= length ends: chunk_byte(), unless folding dropped
 * text between the two symbols. */
size_t chunk_folded_end(const struct chunk *c, size_t i);

static inline size_t chunk_end(const struct chunk *c, size_t i)
{
    return c->rules.folding == NULL ? chunk_byte(c, i) : chunk_folded_end(c, i);
}

/* Returns chunk_byte() where there is no folding and symbol `near` begins at byte `at`: faster for
 * symbols that follow closely. */
size_t chunk_byte_near(const struct chunk *c, size_t near, size_t at, size_t i);

/* Returns the position of byte `byte` <= nbytes, where a character begins, in the input as read. */
static inline uint64_t chunk_source(const struct chunk *c, size_t byte)
{
    return c->origin.encoding == NULL
               ? c->origin.offset + byte
               : c->origin.source + encoding_length(c->origin.encoding, c->bytes, byte);
}

/* A byte of a chunk, and its position in the input as read. All zeros: unknown. */
struct source_place {
    size_t byte;
    uint64_t source;
    bool known;
};

/* As chunk_source(), where `near` is the place that was asked for last in this chunk: faster. */
static inline uint64_t chunk_source_near(const struct chunk *c, struct source_place *near,
                                         size_t byte)
{
    if (c->origin.encoding == NULL)
        return c->origin.offset + byte;
    if (!near->known)
        *near = (struct source_place){0, c->origin.source, true};
    if (byte >= near->byte)
        near->source +=
            encoding_length(c->origin.encoding, c->bytes + near->byte, byte - near->byte);
    else
        near->source -= encoding_length(c->origin.encoding, c->bytes + byte, near->byte - byte);
    near->byte = byte;
    return near->source;
}

/* Returns the position of symbol i <= length in the folded text. */
size_t chunk_folded(const struct chunk *c, size_t i);

/* Returns the position of symbol i <= length in its input: in bytes, or in bytes of the folded
 * text. Positions only compare with each other. */
static inline uint64_t chunk_position(const struct chunk *c, size_t i)
{
    if (c->rules.folding != NULL)
        return c->folded.offset + chunk_folded(c, i);
    return c->origin.offset + chunk_byte(c, i);
}

/* Returns chunk_position() of the end of the owned part. */
static inline uint64_t chunk_owned(const struct chunk *c)
{
    return c->rules.folding != NULL ? c->folded.offset + c->folded.own.end
                                    : c->origin.offset + c->end_byte;
}

/* Returns the character of symbol i < length; for a folded space, a space. */
uint32_t chunk_character(const struct chunk *c, size_t i);

/* Finds the first delimiter that begins at or after byte `from` of the owned part. Returns false if
 * there is none: the rest of that part is of one record. */
bool chunk_delimiter(const struct chunk *c, size_t from, struct span *found);

/* Returns the number of the first listed delimiter that ends behind `byte`, or delimiters.n. */
size_t chunk_span_after(const struct chunk *c, size_t byte);

/*
 * Returns a buffer aligned to cache lines. A large one lies alone in huge pages, where the system
 * has them, because engines read it at many places at once. Returns NULL when out of memory. free()
 * frees it.
 */
void *chunk_buffer(size_t size);

/* Allocates and releases buffers with the chunk's memory functions. */
void *chunk_allocate(const struct chunk *c, size_t size);
void chunk_release(const struct chunk *c, void *buffer);

/* Sets the chunk's memory functions; frees buffers that came from others. */
void chunk_use(struct chunk *c, const struct chunk_memory *memory);

/* Makes room for `size` bytes and keeps the first nbytes. Returns false when out of memory. */
bool chunk_reserve(struct chunk *c, size_t size);

/* Sets `bytes` of an empty chunk to the address in `buffer` that the system copies to fastest:
 * bytes from `position` of a file will follow `nbytes` others. */
void chunk_place(struct chunk *c, size_t nbytes, uint64_t position);

/* Frees the chunk's buffers and zeroes the struct. */
void chunk_free(struct chunk *c);

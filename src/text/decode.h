/* decode.h - decodes the bytes of a chunk to symbols. */
#pragma once

#include "base/helpers.h"
#include "query/alphabet.h"
#include "text/chunk.h"

/* The most symbols of an alphabet that take one byte each; tests may make it less. */
enum { DECODE_NARROW = 256 };
extern uint32_t decode_narrow;

/*
 * Sets width, symbols, length, own, marks, alphabet_size and delimiters.byte of a chunk. Its rules,
 * bytes, begin_byte, end_byte, delimiters.spans and ascii must be set.
 *
 * If each byte is one symbol, nothing is copied, and width is 0: for text that is ASCII or not
 * UTF-8, with a byte as delimiter. Other text with a byte as delimiter stays raw if the chunk is
 * for a device. `helpers` decode large texts in parallel; NULL: this thread decodes alone. Returns
 * false when out of memory.
 */
bool decode_chunk(struct chunk *c, struct alphabet *a, struct helpers *helpers);

/* Decodes a raw chunk. Returns false when out of memory. */
bool decode_raw(struct chunk *c);

/* decode_raw() in two steps, for a caller (a device) that produces the symbols of bytes [0,
 * end_byte) itself. The first step sets width, and makes room for `length` symbols and their marks,
 * including those behind end_byte. */
bool decode_reserve(struct chunk *c, unsigned width, size_t length);

/* The second step appends the symbols of the bytes from end_byte on; the chunk is no longer raw.
 * The width must suffice for them. */
bool decode_end(struct chunk *c);

/* Returns the number of characters in bytes [from, to) of a UTF-8 chunk; both must be borders. */
size_t decode_count(const struct chunk *c, size_t from, size_t to);

/* Returns whether all bytes of the chunk are ASCII; if so, sets c->ascii to all of them. Does not
 * read bytes that are in c->ascii already. */
bool decode_all_ascii(struct chunk *c);

/* Returns whether all n bytes at p are ASCII. */
bool decode_is_ascii(const unsigned char *p, size_t n);

/* decode.h - the bytes of a chunk become symbols. */
#ifndef DECODE_H
#define DECODE_H

#include "base/helpers.h"
#include "query/alphabet.h"
#include "text/chunk.h"

/*
 * Sets width, symbols, length, own, marks, alphabet_size and delimiter of a chunk. Its bytes, utf8,
 * begin_byte, end_byte, listed, spans and ascii must be set.
 *
 * Where each byte is one symbol nothing is copied, and width is 0: so it is for text that is ASCII,
 * or not UTF-8, with a byte as delimiter. Where the chunk is for a device, other text with a byte
 * as delimiter is left raw. The helpers take a part of large texts; NULL: there are none. False:
 * memory is out.
 */
bool decode_chunk(struct chunk *c, struct alphabet *a, struct helpers *helpers);

/* Decodes a chunk that was left raw. False: memory is out. */
bool decode_raw(struct chunk *c);

/* The same in steps, for who has the symbols of bytes [0, end_byte) from elsewhere. Sets width, and
 * makes room for `length` symbols and their marks, those of the bytes behind included. */
bool decode_reserve(struct chunk *c, unsigned width, size_t length);

/* Then: appends the symbols of the bytes from end_byte on, and the chunk is raw no longer. The
 * width must suffice for them. */
bool decode_end(struct chunk *c);

/* How many characters the bytes [from, to) of a chunk in UTF-8 are; both are borders. */
size_t decode_count(const struct chunk *c, size_t from, size_t to);

/* Whether all bytes of the chunk are ASCII; then c->ascii says so. Looks at those only that are not
 * known to be. */
bool decode_all_ascii(struct chunk *c);

/* Whether all n bytes at p are ASCII. */
bool decode_is_ascii(const unsigned char *p, size_t n);

#endif

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
 * or not UTF-8, with a byte as delimiter. The helpers take a part of large texts; NULL: there are
 * none. False: memory is out.
 */
bool decode_chunk(struct chunk *c, struct alphabet *a, struct helpers *helpers);

/* Whether all bytes of the chunk are ASCII; then c->ascii says so. Looks at those only that are not
 * known to be. */
bool decode_all_ascii(struct chunk *c);

/* Whether all n bytes at p are ASCII. */
bool decode_is_ascii(const unsigned char *p, size_t n);

#endif

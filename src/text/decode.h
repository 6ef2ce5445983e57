/* decode.h - the bytes of a chunk become symbols. */
#ifndef DECODE_H
#define DECODE_H

#include "query/alphabet.h"
#include "text/chunk.h"

/*
 * Sets width, symbols, length, own, marks, alphabet_size and delimiter of a chunk whose bytes,
 * utf8, begin_byte, end_byte and spans are there. Plain bytes (byte mode, or ASCII only, and a
 * delimiter that is a byte) are not copied: width is 0. False: memory is out.
 */
bool decode_chunk(struct chunk *c, struct alphabet *a);

/* Whether all n bytes at p are ASCII. */
bool decode_is_ascii(const unsigned char *p, size_t n);

#endif

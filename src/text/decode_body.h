/*
 * decode_body.h - UTF-8 becomes symbols of one byte: the inner loop of decode.h, one for each kind
 * of processor. All of them append the same symbols and marks.
 */
#ifndef DECODE_BODY_H
#define DECODE_BODY_H

#include "query/alphabet.h"
#include "text/chunk.h"

enum {
    DECODE_NARROW = 256, /* symbols that a byte can tell apart */
    DECODE_BLOCK = 64,   /* bytes behind the last symbol that a body may write to */
};

struct decode_body {
    const char *name;
    const char *(*why_not)(void); /* NULL, or why this processor cannot run it */
    /*
     * Appends the symbols of bytes [from, to) of a chunk in UTF-8 whose width is 1, and their
     * marks; from and to are borders of characters. symbols has room for nbytes symbols and
     * DECODE_BLOCK bytes more, marks for nbytes / CHUNK_MARK + 2. False: memory is out.
     *
     * The symbols are right if alphabet_size() is at most DECODE_NARROW even afterwards.
     */
    bool (*append)(struct chunk *c, struct alphabet *a, size_t from, size_t to);
    size_t (*count)(const struct chunk *c, size_t from, size_t to); /* symbols that it appends */
    bool (*is_ascii)(const unsigned char *p, size_t n);             /* looks at all of them */
};

extern const struct decode_body decode_avx512, decode_avx2, decode_neon, decode_portable;

/* Those of this architecture, the best first, NULL at the end; the last one always runs. */
extern const struct decode_body *const decode_bodies[];

#endif

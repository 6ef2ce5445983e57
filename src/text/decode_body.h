/*
 * decode_body.h - the inner loop of decode.h: UTF-8 to symbols of one byte, one implementation for
 * each kind of processor. All of them append the same symbols and marks.
 */
#pragma once

#include "base/cpu.h"
#include "base/helpers.h"
#include "query/alphabet.h"
#include "text/chunk.h"

enum {
    DECODE_BLOCK = 64, /* bytes behind the last symbol that an implementation may overwrite */
};

struct decode_body {
    const char *name;
    enum cpu_feature needs; /* of the processor */
    /*
     * Appends the symbols of bytes [from, to) of a UTF-8 chunk of width 1, and their marks; from
     * and to are character borders. `symbols` must have room for nbytes symbols and DECODE_BLOCK
     * bytes more, `marks` for nbytes / CHUNK_MARK + 2. Returns false when out of memory.
     *
     * The symbols are valid if alphabet_size() is at most DECODE_NARROW afterwards.
     */
    bool (*append)(struct chunk *c, struct alphabet *a, size_t from, size_t to);
    size_t (*count)(const struct chunk *c, size_t from, size_t to); /* number of symbols that
                                                                       append() appends */
    bool (*is_ascii)(const unsigned char *p, size_t n);             /* looks at all of them */
};

extern const struct decode_body decode_avx512, decode_avx2, decode_neon, decode_portable;

/* The implementations for this architecture, best first, ended by NULL. The last one runs on every
 * processor. */
extern const struct decode_body *const decode_bodies[];

enum { DECODE_TOGETHER_LEAST = 1 << 21 }; /* bytes that are worth several threads */

/* As body->append(), for at least DECODE_TOGETHER_LEAST bytes, by several threads. */
bool decode_together(struct helpers *helpers, const struct decode_body *body, struct chunk *c,
                     struct alphabet *a, size_t from, size_t to);

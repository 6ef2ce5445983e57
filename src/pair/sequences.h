/*
 * sequences.h - the input of edcmp's comparison: two sequences of codes, x (m rows) and y (n
 * columns).
 *
 * A code stands for a character; equal codes are equal characters. A rectangle of the table is
 * represented by the parts of the sequences that are its rows and columns, so it is a problem of
 * the same kind.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "cells/metric.h"

struct sequences {
    const unsigned char *x, *y; /* codes of `width` bytes, in the machine's order */
    size_t m, n;                /* codes, not bytes */
    unsigned width;             /* 1 or 4 */
    uint32_t alphabet;          /* every code is below it */
};

/* Returns the number of cells of the table. */
static inline double sequences_cells(const struct sequences *s)
{
    return (double)s->m * (double)s->n;
}

/* Returns the rectangle of rows [row, row + m) and columns [column, column + n). */
static inline struct sequences sequences_part(const struct sequences *s, size_t row, size_t m,
                                              size_t column, size_t n)
{
    struct sequences part = *s;
    part.x += row * s->width;
    part.y += column * s->width;
    part.m = m;
    part.n = n;
    return part;
}

/* Return the length of the shorter, and of the longer sequence. */
static inline size_t sequences_shorter(const struct sequences *s)
{
    return s->m < s->n ? s->m : s->n;
}

static inline size_t sequences_longer(const struct sequences *s)
{
    return s->m > s->n ? s->m : s->n;
}

/* Returns by how many codes the lengths differ: no distance is less. */
static inline size_t sequences_excess(const struct sequences *s)
{
    return sequences_longer(s) - sequences_shorter(s);
}

enum { SEQUENCES_BYTES = 256 /* codes that take a byte each */ };

/* Returns the width of codes below `alphabet`. */
static inline unsigned sequences_width(uint32_t alphabet)
{
    return alphabet <= SEQUENCES_BYTES ? 1 : sizeof(uint32_t);
}

static inline uint32_t sequences_code(const unsigned char *codes, unsigned width, size_t i)
{
    uint32_t code;
    if (width == 1)
        return codes[i];
    memcpy(&code, codes + i * sizeof code, sizeof code);
    return code;
}

static inline void sequences_put_code(unsigned char *codes, unsigned width, size_t i, uint32_t code)
{
    if (width == 1)
        codes[i] = (unsigned char)code;
    else
        memcpy(codes + i * sizeof code, &code, sizeof code);
}

/*
 * Copies the sequences with the smallest possible alphabet: all codes that only one sequence has
 * become one code. Codes of more than one byte are copied unchanged. Returns the memory of the
 * copy, which the caller frees, or NULL when out of memory.
 */
void *sequences_compact(const struct sequences *s, struct sequences *compact);

/* Return the length of the common prefix, or suffix. */
size_t sequences_prefix(const struct sequences *s);
size_t sequences_suffix(const struct sequences *s);

enum { SEQUENCES_WORD = sizeof(uint64_t) };

/* Returns what is left of s without the common prefix and the common suffix, and sets how long
 * these are. */
struct sequences sequences_between_ends(const struct sequences *s, size_t *prefix, size_t *suffix);

static inline uint64_t sequences_difference(const unsigned char *a, const unsigned char *b)
{
    uint64_t p, q;
    memcpy(&p, a, sizeof p);
    memcpy(&q, b, sizeof q);
    return p ^ q;
}

/* Returns the number of equal codes from code i of x and code j of y on (i <= m, j <= n). Fast for
 * short runs. */
static inline size_t sequences_run(const struct sequences *s, size_t i, size_t j)
{
    struct sequences rest = sequences_part(s, i, s->m - i, j, s->n - j);
    if (sequences_shorter(&rest) * s->width >= SEQUENCES_WORD) {
        uint64_t difference = sequences_difference(rest.x, rest.y);
        if (difference != 0)
            return bits_first_byte(difference) / (s->width == 1 ? 1 : sizeof(uint32_t));
    }
    return sequences_prefix(&rest);
}

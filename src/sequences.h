/*
 * sequences.h - what edcmp compares: two sequences of codes, x of m rows and y of n columns.
 *
 * A code stands for a character; equal codes are equal characters. Rectangles of the table are
 * given as the sequences that they span, so that a part is a problem like the whole.
 */
#ifndef SEQUENCES_H
#define SEQUENCES_H

#include <stddef.h>
#include <stdint.h>

enum metric {
    METRIC_LEVENSHTEIN, /* insertions, deletions and substitutions cost 1 */
    METRIC_INDEL,       /* no substitutions: m + n - 2 LCS */
};

enum algorithm { /* how (compare.h) */
    ALGORITHM_AUTO,
    ALGORITHM_DIAGONALS,
    ALGORITHM_STRIPS,
};

struct sequences {
    const unsigned char *x, *y; /* codes of `width` bytes, in the machine's order */
    size_t m, n;                /* codes, not bytes */
    unsigned width;             /* 1 or 4 */
    uint32_t alphabet;          /* every code is less */
};

/* The rectangle of rows [row, row + m) and columns [column, column + n). */
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

/* How many codes the sequences have in common at their beginning, or at their end. */
size_t sequences_prefix(const struct sequences *s);
size_t sequences_suffix(const struct sequences *s);

#endif

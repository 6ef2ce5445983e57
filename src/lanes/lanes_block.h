/*
 * lanes_block.h - the unit of a kernel: as many tables as a vector has bits.
 *
 * Lane l, bit l of a vector, has a table of its own. All lanes go through the cells of their tables
 * side by side, and each cell takes a few logic operations (cells/vector_cell.h). Comparing the
 * codes of a row and a column takes one more operation for each bit in which codes differ.
 *
 * Tables may have different sizes. Rows begin at row 0: rows below the last row of a lane change
 * nothing above it. Columns end together: before its first column nothing matches and nothing comes
 * from above, so a lane stays in column 0.
 *
 * If one string is compared with all lanes, its columns come with tables: for each row, the lanes
 * whose code equals that of the column. Then a cell needs no bits of codes.
 *
 * lanes_bit() maps a lane to its bit in a vector, so that the results, numbers of 16 bits, lie in
 * order.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "cells/metric.h"

enum {
    LANES_TILE = 4,     /* columns computed at a time */
    LANES_WORD = 64,    /* lanes whose codes are transposed together */
    LANES_STATE = 3,    /* most vectors of a row, besides the bits of its codes */
    LANES_NUMBER = 16,  /* bits of a result */
    LANES_PUT_MOST = 64 /* most bytes of a string that put() takes */
};

struct lanes_string {
    const unsigned char *codes; /* of 1 or 4 bytes each, see lanes_open() */
    uint32_t length;            /* codes, not bytes */
};

/* All memory is aligned for vectors. */
struct lanes_block {
    enum metric metric; /* not METRIC_HAMMING */
    unsigned bits;      /* bits of a code that differ between codes; 1 to 32 */
    size_t rows;
    size_t columns;           /* a multiple of LANES_TILE */
    const void *x;            /* `bits` vectors a row */
    const void *y;            /* `bits` vectors a column, complemented */
    const void *const *equal; /* for each column a vector a row, instead of x and y; or NULL */
    const void *there;        /* a vector a column: the lanes that have it */
    const void *within;       /* a vector a row: the lanes that have it */
    void *state;              /* LANES_STATE vectors a row, for the kernel; 0 in column 0 */
    uint16_t *numbers;        /* the results, by lanes */
};

struct lanes_kernel {
    const char *name;
    unsigned lanes;         /* bits of its vectors */
    enum cpu_feature needs; /* of the processor */
    /*
     * May be NULL. Stores `count` strings, every step-th from *strings on, in the lanes from lane 0
     * on: word k of all lanes (LANES_WORD vectors) follows word k - 1. A string has `width` bytes a
     * code, and begins with word 0, or (`back`) ends with the last word; the rest of the words is
     * 0. A string has at most LANES_PUT_MOST bytes, and fits the words. *any and *all: OR and AND
     * of all bytes of the strings, as bytes of a word; updated.
     */
    void (*put)(uint64_t *to, size_t words, const struct lanes_string *strings, size_t step,
                size_t count, unsigned width, bool back, uint64_t *any, uint64_t *all);
    /*
     * Transposes LANES_WORD vectors, word by word: bit b of vector r becomes bit r of vector b. So
     * the words of 64 lanes, with eight bytes of codes in each, become a vector for each bit of the
     * codes.
     */
    void (*turn)(void *vectors);
    /* Makes a table (`equal`) of x: the lanes whose code is `code`. */
    void (*find)(const struct lanes_block *b, uint32_t code, void *table);
    /* Advances the state of all tables by the columns. */
    void (*advance)(const struct lanes_block *b);
    /*
     * Computes the results from the state. The result of a lane is the sum of the last column over
     * its rows: for METRIC_INDEL, of 1 where a longest common subsequence grows by one; otherwise,
     * of 1 more than the vertical delta (0, 1 or 2).
     */
    void (*sum)(const struct lanes_block *b);
};

/* Returns the bit of a vector of `lanes` bits that belongs to this lane: bit i % 64 of word i /
 * 64. */
static inline size_t lanes_bit(size_t lanes, size_t lane)
{
    size_t fields = lanes / LANES_NUMBER; /* of a vector, as numbers */
    return lane % fields * LANES_NUMBER + lane / fields;
}

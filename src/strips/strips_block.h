/*
 * strips_block.h - a block of the table: some rows, all columns, from boundary to boundary.
 *
 * The rows are cut into strips of consecutive rows, at most as many as a vector has bits; bit l of
 * a vector, "lane" l, works on strip l. All vectors of a block go through the columns side by side,
 * each lane STRIPS_TILE columns behind the one above it, so that what leaves a strip at the bottom
 * enters the next one by moving all bits of a vector up by one: a wavefront. The deltas of the row
 * above come in at lane 0, and leave the last lane for the block below, which may be any thread's,
 * or any machine's.
 *
 * A cell is one bit of some vectors and a few logic operations, none of which carries: with q where
 * the codes of row and column are equal, v the delta of the column to the left, h that of the row
 * above, and v', h' this cell's own,
 *
 *     LCS: z = q | v | h, v' = z & ~h, h' = z & ~v
 *     (Crochemore et al., "A fast and practical bit-vector algorithm for the longest common
 *     subsequence problem", IPL 80, 2001, one row instead of one word at a time)
 *
 *     Levenshtein distance: z = q | v- | h-, v-' = h+ & z, v+' = h- | ~(h+ | z), h-' = v+ & z,
 *     h+' = v- | ~(v+ | z)  (as in sliced_kernel.h)
 *
 * and one operation for each bit of the codes to find q: no tables, any alphabet.
 */
#ifndef STRIPS_BLOCK_H
#define STRIPS_BLOCK_H

#include "strips/strips.h"

enum {
    STRIPS_TILE = 4,   /* columns that a lane does in a step */
    STRIPS_GROUP = 64, /* columns that come and go at a time: a word of deltas */
    STRIPS_STEPS = STRIPS_GROUP / STRIPS_TILE,
    STRIPS_BITS = 32, /* of a code, at most */
};

/* Codes as bits: bit i % 64 of word i / 64 of planes[b] is bit b of code i. */
struct strips_planes {
    unsigned bits;
    uint64_t *planes[STRIPS_BITS];
};

struct strips_block {
    const struct strips_kernel *kernel;
    enum strips_metric metric;
    unsigned bits;
    size_t lanes; /* in use: a multiple of STRIPS_STEPS, at most the kernel's */
    size_t rows, columns;
    const uint64_t *codes[STRIPS_BITS]; /* planes of the columns' codes */
    /* Deltas of the row above, and of the last row. They may be the same memory: a word goes out
     * only long after it came in. */
    struct strips_deltas top, bottom;
    bool sides; /* `left` is given, or strips_block_right() will be called: costs a little */

    /* The kernel's: vectors. */
    size_t shorter, longer; /* rows of a strip; the first `longer` strips have one more */
    void *table;            /* of each row: its code's planes and its deltas v */
    void *front;            /* what goes from lane to lane */
};

struct strips_kernel {
    const char *name;
    unsigned lanes; /* bits of its vectors */
    const char *(*why_not)(void);
    /*
     * Takes groups [from, to) of columns in; to be called for all groups [0, strips_groups()) in
     * order. Group g of the last row goes out when group g + strips_lag() has been taken in; the
     * last ones taken in are behind the columns, and not looked at.
     */
    void (*advance)(struct strips_block *b, size_t from, size_t to);
};

extern const struct strips_kernel strips_word, strips_avx2, strips_avx512;

/*
 * Opens a block for rows [first, first + rows) of these planes, beginning with `left`, the deltas
 * along the column to the left of it (NULL: those of column 0). The members above `shorter` are set
 * but for bits. False: memory is out.
 */
bool strips_block_open(struct strips_block *b, const struct strips_planes *rows, size_t first,
                       const struct strips_deltas *left);

/* Deltas along the last column, once all groups are done; there is room for rows / 64 + 1 words. */
void strips_block_right(const struct strips_block *b, struct strips_deltas *right);
void strips_block_close(struct strips_block *b);

/* Groups between the first lane and the last. */
static inline size_t strips_lag(const struct strips_block *b)
{
    return b->lanes / STRIPS_STEPS;
}

static inline size_t strips_groups(const struct strips_block *b)
{
    return (b->columns + STRIPS_GROUP - 1) / STRIPS_GROUP + strips_lag(b);
}

/* Vectors of a row of the table. */
static inline size_t strips_vectors(const struct strips_block *b)
{
    return b->bits + (b->metric == STRIPS_LCS ? 1 : 2);
}

#endif

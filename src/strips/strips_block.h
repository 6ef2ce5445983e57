/*
 * strips_block.h - a block of the table: some rows in all columns.
 *
 * A block is made of strips, each a run of consecutive rows. There are at most as many strips as a
 * vector has bits; bit l of a vector, "lane" l, works on strip l. All lanes go through the columns
 * side by side, each lane STRIPS_TILE columns behind the lane above it. So what leaves a strip at
 * the bottom is what the next strip needs in the next step, and all bits of a vector move up by one
 * lane: a wavefront. The deltas of the row above the block come in at lane 0. Those of its last row
 * leave the last lane, for the block below. What a row passes on for exchanges goes the same way.
 *
 * A cell is one bit of some vectors, and a few logic operations without carries (cells/cell.h). To
 * find q, whether the codes of row and column are equal, takes one operation more for each bit of
 * the codes: no tables, any alphabet.
 */
#pragma once

#include "strips/strips_kernels.h"
#include "strips/strips_problem.h"

enum {
    STRIPS_TILE = 4,   /* columns that a lane does in a step */
    STRIPS_GROUP = 64, /* columns that come in and go out at a time: a word of deltas */
    STRIPS_STEPS = STRIPS_GROUP / STRIPS_TILE,
    STRIPS_BITS = 32, /* of a code, at most */
};

/* Codes as bits: bit i % 64 of word i / 64 of planes[b] is bit b of code i. */
struct strips_planes {
    unsigned bits;
    uint64_t *planes[STRIPS_BITS];
};

/* Makes the planes of one sequence of a problem. Returns false when out of memory. */
bool strips_planes_open(struct strips_planes *p, const struct strips_problem *problem,
                        const struct strips_sequence *s);
void strips_planes_close(struct strips_planes *p);

struct strips_block {
    const struct strips_kernel *kernel;
    enum strips_metric metric;
    unsigned bits;
    size_t lanes; /* in use: a multiple of STRIPS_STEPS, at most the kernel's */
    size_t rows, columns;
    const uint64_t *codes[STRIPS_BITS]; /* planes of the columns' codes */
    struct strips_deltas deltas; /* of the row above; each word is replaced by that of the last row,
                                    after it was read */
    /* Must be set when `left` is given to strips_block_open(), or strips_block_right() will be
     * called. It costs a little time. */
    bool sides;

    /* The kernel's: vectors. */
    size_t shorter, longer; /* rows of a strip; the first `longer` strips have one more */
    void *table;            /* of each row: strips_vectors() */
    void *front;            /* what goes from lane to lane */
};

/*
 * Opens a block for rows [first, first + b->rows) of these planes. `left` has the deltas along the
 * column to the left of the block (NULL: those of column 0). The caller has set all members above
 * `shorter` except `bits`. Returns false when out of memory.
 */
bool strips_block_open(struct strips_block *b, const struct strips_planes *rows, size_t first,
                       const struct strips_deltas *left);

/* Gives the deltas along the last column, once all groups are done. `right` has room for
 * b->rows / 64 + 1 words. */
void strips_block_right(const struct strips_block *b, struct strips_deltas *right);
void strips_block_close(struct strips_block *b);

/* Returns how many groups the last lane is behind the first. */
static inline size_t strips_lag(const struct strips_block *b)
{
    return b->lanes / STRIPS_STEPS;
}

static inline size_t strips_groups(const struct strips_block *b)
{
    return (b->columns + STRIPS_GROUP - 1) / STRIPS_GROUP + strips_lag(b);
}

/* Vectors of a row of the table: the bits of its code, then `up` and `down` of its vertical deltas,
 * and CELL_CROSSED; those that the metric has. */
static inline size_t strips_vectors(enum strips_metric metric, unsigned bits)
{
    return bits + (metric == STRIPS_LCS ? 1 : metric == STRIPS_OSA ? 3 : 2);
}

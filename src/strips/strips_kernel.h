/*
 * strips_kernel.h - blocks of strips over any vector: the body of the kernels (strips_block.h).
 *
 * The file that includes this defines VECTOR_BITS (cells/vector.h): 128 or more.
 */
#include "cells/vector_cell.h"
#include "strips/strips_block.h"

enum {
    LANES = VECTOR_BITS,
    TILE = STRIPS_TILE,
    STEPS = STRIPS_STEPS,
};

/* Deltas, one a lane. For Levenshtein distance, the vertical ones have `up` complemented (u in
 * cells/vector_cell.h). */
struct delta {
    vec up, down;
};

/* What goes from lane to lane: the deltas of the row above, whether the lane has such a column, and
 * the codes of the tile's columns, complemented. */
struct front {
    struct delta h[TILE];
    vec there[TILE];
    vec codes[STRIPS_BITS][TILE]; /* as many as there are bits */
};

/* A word of the deltas that come in from the block above, or of those that go out. */
struct word {
    uint64_t up, down;
};

/* Moves the bit of each lane to the next lane. Bit c of `in` goes to lane 0. */
INLINE vec next_lane(vec v, uint64_t in, unsigned c)
{
    vec first = (vec){0} + (in << (63 - c));
    return (v << 1) | (NEXT_WORDS(first, v) >> 63);
}

INLINE uint64_t get_lane(const vec *v, size_t lane)
{
    return (*v)[lane / 64] >> lane % 64 & 1;
}

/* The lanes below `n`. */
static vec lanes_below(size_t n)
{
    vec v = {0};
    for (size_t w = 0; w < WORDS; w++)
        v[w] = n <= 64 * w ? 0 : n >= 64 * w + 64 ? ~UINT64_C(0) : (UINT64_C(1) << n % 64) - 1;
    return v;
}

/* Gives the lanes that do not have this cell their old deltas back. */
INLINE void choose(vec there, struct delta *v, struct delta old, bool lcs)
{
    v->up = LOGIC3(CHOOSE, there, v->up, old.up);
    if (!lcs)
        v->down = LOGIC3(CHOOSE, there, v->down, old.down);
}

/*
 * Which lanes have the columns of a tile: all; not yet all; or some, because others have not begun
 * or have ended. Before a lane begins, it is enough that nothing matches there: then the deltas of
 * column 0 stay as they are.
 */
enum lanes { ALL, NOT_YET, SOME };

/* The cells of one row in the columns of a tile; q says where the codes are equal. */
INLINE void run_row(vec *row, const vec q[TILE], struct delta h[TILE], enum lanes lanes,
                    const vec there[TILE], bool lcs, unsigned bits)
{
    const vec none = {0};
    struct delta v = {row[bits], lcs ? none : row[bits + 1]};
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        struct delta left = v, above = h[c];
        vec equal = lanes == NOT_YET ? q[c] & there[c] : q[c];
        if (lcs)
            cell_lcs(&v.up, &h[c].up, equal);
        else
            cell(&v.up, &v.down, &h[c].up, &h[c].down, equal, none, false);
        if (lanes == SOME) {
            choose(there[c], &v, left, lcs);
            choose(there[c], &h[c], above, lcs);
        }
    }
    row[bits] = v.up;
    if (!lcs)
        row[bits + 1] = v.down;
}

/* `n` rows from `row` on, in the columns of a tile. Two rows are done at a time, so that each bit
 * of the columns' codes is loaded once for both. */
INLINE void run_rows(vec *row, size_t n, struct front *restrict front, enum lanes lanes,
                     const vec there[TILE], bool lcs, unsigned bits)
{
    size_t stride = bits + (lcs ? 1 : 2);
    struct delta h[TILE];
    UNROLLED for (unsigned c = 0; c < TILE; c++) h[c] = front->h[c];
    for (; n >= 2; n -= 2, row += 2 * stride) {
        vec p[TILE], q[TILE];
        UNROLLED for (unsigned c = 0; c < TILE; c++)
        {
            vec code = front->codes[0][c];
            p[c] = row[0] ^ code;
            q[c] = row[stride] ^ code;
        }
        UNROLLED for (unsigned b = 1; b < bits; b++)
        {
            vec x = row[b], y = row[stride + b];
            UNROLLED for (unsigned c = 0; c < TILE; c++)
            {
                vec code = front->codes[b][c];
                p[c] = LOGIC3(AND_XOR, p[c], x, code);
                q[c] = LOGIC3(AND_XOR, q[c], y, code);
            }
        }
        run_row(row, p, h, lanes, there, lcs, bits);
        run_row(row + stride, q, h, lanes, there, lcs, bits);
    }
    if (n > 0) {
        vec q[TILE];
        UNROLLED for (unsigned c = 0; c < TILE; c++) q[c] = row[0] ^ front->codes[0][c];
        UNROLLED for (unsigned b = 1; b < bits; b++) UNROLLED for (unsigned c = 0; c < TILE; c++)
            q[c] = LOGIC3(AND_XOR, q[c], row[b], front->codes[b][c]);
        run_row(row, q, h, lanes, there, lcs, bits);
    }
    UNROLLED for (unsigned c = 0; c < TILE; c++) front->h[c] = h[c];
}

/* The last row of those strips that have one row more than the others. */
INLINE void run_longer(struct strips_block *b, vec lanes, bool lcs, unsigned bits)
{
    struct front *f = b->front;
    vec there[TILE];
    for (unsigned c = 0; c < TILE; c++)
        there[c] = f->there[c] & lanes;
    run_rows((vec *)b->table + b->shorter * strips_vectors(b), 1, f, SOME, there, lcs, bits);
}

/*
 * A step: the columns of a tile come in at lane 0, from the lowest bits of `codes` and `top`. What
 * the last lane has done goes out to the highest bits of `bottom`. All these words are shifted by
 * the tile's columns.
 */
INLINE void move_front(struct front *f, size_t last, uint64_t *codes, struct word *top,
                       struct word *bottom, bool lcs, unsigned bits)
{
    bottom->up >>= TILE;
    bottom->down >>= TILE;
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        bottom->up |= get_lane(&f->h[c].up, last) << (64 - TILE + c);
        f->h[c].up = next_lane(f->h[c].up, top->up, c);
        if (!lcs) {
            bottom->down |= get_lane(&f->h[c].down, last) << (64 - TILE + c);
            f->h[c].down = next_lane(f->h[c].down, top->down, c);
        }
        for (unsigned b = 0; b < bits; b++)
            f->codes[b][c] = next_lane(f->codes[b][c], codes[b], c);
    }
    top->up >>= TILE;
    top->down >>= TILE;
    for (unsigned b = 0; b < bits; b++)
        codes[b] >>= TILE;
}

/*
 * A group of columns. In the first groups, the lower lanes have not begun. In the last ones, the
 * upper lanes have done all columns; what they go on to compute reaches nobody, but it would change
 * the deltas that they are left with, which are the right side of the block. In between all lanes
 * have columns.
 */
INLINE void run_group(struct strips_block *b, size_t g, bool lcs, unsigned bits)
{
    struct front *f = b->front;
    uint64_t codes[STRIPS_BITS];
    struct word top = {0}, bottom = {0};
    bool more = g * STRIPS_GROUP < b->columns;
    for (unsigned i = 0; i < bits; i++)
        codes[i] = more ? ~b->codes[i][g] : 0;
    if (more)
        top = (struct word){b->top.up[g], lcs ? 0 : b->top.down[g]};
    size_t lag = strips_lag(b);
    bool begun = g >= lag, ended = b->sides && (g + 1) * STRIPS_GROUP > b->columns;
    vec longer = lanes_below(b->longer);
    for (unsigned t = 0; t < STEPS; t++) {
        move_front(f, b->lanes - 1, codes, &top, &bottom, lcs, bits);
        for (unsigned c = 0; c < TILE && (!begun || ended); c++)
            f->there[c] = next_lane(f->there[c], g * STRIPS_GROUP + t * TILE + c < b->columns, 0);
        if (ended || (!begun && b->sides))
            run_rows(b->table, b->shorter, f, SOME, f->there, lcs, bits);
        else if (!begun)
            run_rows(b->table, b->shorter, f, NOT_YET, f->there, lcs, bits);
        else
            run_rows(b->table, b->shorter, f, ALL, f->there, lcs, bits);
        if (b->longer > 0)
            run_longer(b, longer, lcs, bits);
    }
    if (g >= lag) {
        b->bottom.up[g - lag] = bottom.up;
        if (!lcs)
            b->bottom.down[g - lag] = bottom.down;
    }
}

/* With few bits the loops over them are unrolled. */
static void advance(struct strips_block *b, size_t from, size_t to)
{
#define GROUPS(BITS)                                                                               \
    if (b->metric == STRIPS_LCS)                                                                   \
        for (size_t g = from; g < to; g++)                                                         \
            run_group(b, g, true, BITS);                                                           \
    else                                                                                           \
        for (size_t g = from; g < to; g++)                                                         \
            run_group(b, g, false, BITS);                                                          \
    break
    switch (b->bits) {
    case 1:
        GROUPS(1);
    case 2:
        GROUPS(2);
    case 3:
        GROUPS(3);
    default:
        GROUPS(b->bits);
    }
#undef GROUPS
}

#define STRIPS_KERNEL(NAME)                                                                        \
    const struct strips_kernel strips_kernel_##NAME = {                                            \
        .name = #NAME,                                                                             \
        .lanes = LANES,                                                                            \
        .why_not = why_not,                                                                        \
        .advance = advance,                                                                        \
    };

/*
 * strips_kernel.h - blocks of strips over any vector: the body of the kernels (strips_block.h).
 *
 * The file that includes this defines
 *
 *   vec                a vector of 64-bit words (gcc's vector_size)
 *   LOGIC3(f, a, b, c) f(a, b, c) for one of the formulas below, where it can do better than f
 *   NEXT_WORDS(in, v)  the last word of `in`, then all words of v but the last
 */
#include "strips/strips_block.h"

#include <string.h>

enum {
    WORDS = sizeof(vec) / 8,
    LANES = 64 * WORDS,
    TILE = STRIPS_TILE,
    STEPS = STRIPS_STEPS,
};

#ifndef LOGIC3
#define LOGIC3(f, a, b, c) f(a, b, c)
#endif
#define OR3(a, b, c) ((a) | (b) | (c))
#define AND_XOR(a, b, c) ((a) & ((b) ^ (c)))
#define CHOOSE(a, b, c) (((a) & (b)) | (~(a) & (c)))
#define LCS_DELTA(q, a, b) (((q) | (a)) & ~(b))
#define CELL_DOWN(u, d0) (~(u) & (d0))
#define CELL_UP(u, d0, down) ((down) | ((u) & ~(d0)))
#define CELL_U(up, d0, down) (((up) | (d0)) & ~(down))

#define INLINE __attribute__((always_inline)) static inline
#define UNROLLED _Pragma("GCC unroll 8")

/* Deltas, one a lane. Those along a column have `up` complemented for Levenshtein distance, as u,
 * so that all begin with zeros. */
struct delta {
    vec up, down;
};

/* What goes from lane to lane: the deltas of the row above, whether there is such a column, and the
 * tile's codes, complemented. */
struct front {
    struct delta h[TILE];
    vec there[TILE];
    vec codes[STRIPS_BITS][TILE]; /* as many as there are bits */
};

/* A word of what comes in from the block above, or goes out. */
struct word {
    uint64_t up, down;
};

/* Moves each lane's bit to the next lane; bit c of `in` goes to lane 0. */
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

/* From the deltas left of and above a cell to its own. */
INLINE void cell(struct delta *v, struct delta *h, vec q, bool lcs)
{
    if (lcs) {
        vec left = v->up;
        v->up = LOGIC3(LCS_DELTA, q, left, h->up);
        h->up = LOGIC3(LCS_DELTA, q, h->up, left);
    } else {
        vec d0 = LOGIC3(OR3, q, v->down, h->down);
        vec down = CELL_DOWN(v->up, d0), up = LOGIC3(CELL_UP, v->up, d0, v->down);
        v->down = h->up & d0;
        v->up = LOGIC3(CELL_U, h->up, d0, h->down);
        *h = (struct delta){up, down};
    }
}

/* Leaves out the lanes in which there is no such cell. */
INLINE void choose(vec there, struct delta *v, struct delta old, bool lcs)
{
    v->up = LOGIC3(CHOOSE, there, v->up, old.up);
    if (!lcs)
        v->down = LOGIC3(CHOOSE, there, v->down, old.down);
}

/*
 * Which lanes have the columns of a tile. Where there are none yet, it is enough that nothing
 * matches: the deltas of column 0, with none above, remain as they are.
 */
enum lanes { ALL, NOT_YET, SOME };

/* A row's cells in the columns of a tile, where q says that the codes are equal. */
INLINE void run_row(vec *row, const vec q[TILE], struct delta h[TILE], enum lanes lanes,
                    const vec there[TILE], bool lcs, unsigned bits)
{
    const vec none = {0};
    struct delta v = {row[bits], lcs ? none : row[bits + 1]};
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        struct delta left = v, above = h[c];
        cell(&v, &h[c], lanes == NOT_YET ? q[c] & there[c] : q[c], lcs);
        if (lanes == SOME) {
            choose(there[c], &v, left, lcs);
            choose(there[c], &h[c], above, lcs);
        }
    }
    row[bits] = v.up;
    if (!lcs)
        row[bits + 1] = v.down;
}

/* `n` rows from `row` on, in the columns of a tile. Two rows at a time look at each bit of the
 * columns' codes once. */
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

/* One row, in some lanes: the last of those strips that have one more. */
INLINE void run_longer(struct strips_block *b, vec lanes, bool lcs, unsigned bits)
{
    struct front *f = b->front;
    vec there[TILE];
    for (unsigned c = 0; c < TILE; c++)
        there[c] = f->there[c] & lanes;
    run_rows((vec *)b->table + b->shorter * strips_vectors(b), 1, f, SOME, there, lcs, bits);
}

/*
 * A step's columns come in, from the lowest bits of words, and those of the last lane go out, to
 * the highest: all words move on.
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
 * At the beginning not all lanes have columns. At the end some have done them all, and what they go
 * on to do is of no use to others; it does matter to what is left in them, the right boundary. A
 * lane that has begun stays there until then.
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
    const struct strips_kernel strips_##NAME = {                                                   \
        .name = #NAME,                                                                             \
        .lanes = LANES,                                                                            \
        .why_not = why_not,                                                                        \
        .advance = advance,                                                                        \
    };

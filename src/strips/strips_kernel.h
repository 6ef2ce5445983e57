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

/*
 * What a row passes to the row below for exchanges (cells/cell.h). Within a tile, the cell of
 * column c needs nothing but `ready`, which is CELL_CROSSED(d0 of column c - 1, q of column c).
 * That of the first column needs q, which is in `ready` there, and CELL_CROSSED of the last tile,
 * which is in the table. That takes d0 of the last column; other d0 are kept only where lanes may
 * have no more columns.
 */
struct exchanges {
    vec ready[TILE], d0[TILE];
};

/* What goes from lane to lane: the deltas of the row above, and what it passes on for exchanges;
 * whether the lane has such a column, and the codes of the tile's columns, complemented. */
struct strips_front {
    struct delta h[TILE];
    struct exchanges x;
    vec there[TILE];
    vec codes[STRIPS_BITS][TILE]; /* as many as there are bits */
};

/* A word of what comes in from the block above, or of what goes out: deltas, and exchanges. */
struct border_word {
    uint64_t up, down, d0, ready;
};

/* The bits of a word that are the first columns of tiles, or the last ones. */
static const uint64_t FIRST = ~UINT64_C(0) / ((1 << TILE) - 1), LAST = FIRST << (TILE - 1);

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

/* Returns the lanes below `n`. */
static vec lanes_below(size_t n)
{
    vec v = {0};
    for (size_t w = 0; w < WORDS; w++)
        v[w] = n <= 64 * w ? 0 : n >= 64 * w + 64 ? ~UINT64_C(0) : (UINT64_C(1) << n % 64) - 1;
    return v;
}

/* Gives the lanes that do not have this cell their old deltas back. */
INLINE void choose_delta(vec there, struct delta *v, struct delta old, bool lcs)
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
            choose_delta(there[c], &v, left, lcs);
            choose_delta(there[c], &h[c], above, lcs);
        }
    }
    row[bits] = v.up;
    if (!lcs)
        row[bits + 1] = v.down;
}

INLINE vec choose_vec(vec there, vec v, vec old)
{
    return LOGIC3(CHOOSE, there, v, old);
}

/* As run_row(), with exchanges. */
INLINE void run_row_osa(vec *row, const vec q[TILE], struct delta h[TILE], struct exchanges *x,
                        enum lanes lanes, const vec there[TILE], unsigned bits)
{
    const vec none = {0};
    struct delta v = {row[bits], row[bits + 1]};
    vec crossed = row[bits + 2], left_d0 = none, left_q = crossed;
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        struct delta left = v, above = h[c];
        vec equal = lanes == NOT_YET ? q[c] & there[c] : q[c];
        vec match = LOGIC3(CELL_MATCH, equal, left_q, x->ready[c]);
        vec ready = c == 0 ? equal : CELL_CROSSED(left_d0, equal);
        vec crosses = CELL_CROSSED(x->d0[c], equal);
        vec d0 = cell(&v.up, &v.down, &h[c].up, &h[c].down, match, none, false);
        if (lanes == SOME) {
            choose_delta(there[c], &v, left, false);
            choose_delta(there[c], &h[c], above, false);
            x->ready[c] = choose_vec(there[c], ready, x->ready[c]);
            x->d0[c] = choose_vec(there[c], d0, x->d0[c]);
            crossed = choose_vec(there[c], crosses, crossed);
        } else {
            x->ready[c] = ready;
            x->d0[c] = c == TILE - 1 ? d0 : x->d0[c];
            crossed = c == TILE - 1 ? crosses : crossed;
        }
        left_d0 = d0;
        left_q = equal;
    }
    row[bits] = v.up;
    row[bits + 1] = v.down;
    row[bits + 2] = crossed;
}

INLINE void run_any_row(vec *row, const vec q[TILE], struct delta h[TILE], struct exchanges *x,
                        enum lanes lanes, const vec there[TILE], enum strips_metric metric,
                        unsigned bits)
{
    if (metric == STRIPS_OSA)
        run_row_osa(row, q, h, x, lanes, there, bits);
    else
        run_row(row, q, h, lanes, there, metric == STRIPS_LCS, bits);
}

/* Whether registers are enough for two rows at a time. */
INLINE bool pairs_fit(enum strips_metric metric)
{
    return VECTOR_BITS == 512 || metric != STRIPS_OSA;
}

/* `n` rows from `row` on, in the columns of a tile. Two rows are done at a time, so that each bit
 * of the columns' codes is loaded once for both. */
INLINE void run_rows(vec *row, size_t n, struct strips_front *restrict front, enum lanes lanes,
                     const vec there[TILE], enum strips_metric metric, unsigned bits)
{
    size_t stride = strips_vectors(metric, bits);
    struct delta h[TILE];
    struct exchanges x;
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        h[c] = front->h[c];
        x.ready[c] = front->x.ready[c];
        x.d0[c] = front->x.d0[c];
    }
    for (; n >= 2 && pairs_fit(metric); n -= 2, row += 2 * stride) {
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
        run_any_row(row, p, h, &x, lanes, there, metric, bits);
        run_any_row(row + stride, q, h, &x, lanes, there, metric, bits);
    }
    for (; n > 0; n--, row += stride) {
        vec q[TILE];
        UNROLLED for (unsigned c = 0; c < TILE; c++) q[c] = row[0] ^ front->codes[0][c];
        UNROLLED for (unsigned b = 1; b < bits; b++) UNROLLED for (unsigned c = 0; c < TILE; c++)
            q[c] = LOGIC3(AND_XOR, q[c], row[b], front->codes[b][c]);
        run_any_row(row, q, h, &x, lanes, there, metric, bits);
    }
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        front->h[c] = h[c];
        front->x.ready[c] = x.ready[c];
        front->x.d0[c] = x.d0[c];
    }
}

/* The last row of those strips that have one row more than the others. */
INLINE void run_longer(struct strips_block *b, vec lanes, enum strips_metric metric, unsigned bits)
{
    struct strips_front *f = b->front;
    vec there[TILE];
    for (unsigned c = 0; c < TILE; c++)
        there[c] = f->there[c] & lanes;
    run_rows((vec *)b->table + b->shorter * strips_vectors(metric, bits), 1, f, SOME, there, metric,
             bits);
}

/* Moves the bit of column c of a tile to the next lane: out of the last one, into lane 0. */
INLINE void move_bit(vec *v, size_t last, uint64_t in, uint64_t *out, unsigned c)
{
    if (c == 0)
        *out >>= TILE;
    *out |= get_lane(v, last) << (64 - TILE + c);
    *v = next_lane(*v, in, c);
}

/*
 * A step: the columns of a tile come in at lane 0, from the lowest bits of `codes` and `top`. What
 * the last lane has done goes out to the highest bits of `bottom`. All these words are shifted by
 * the tile's columns.
 */
INLINE void move_front(struct strips_front *f, size_t last, uint64_t *codes,
                       struct border_word *top, struct border_word *bottom,
                       enum strips_metric metric, unsigned bits)
{
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        move_bit(&f->h[c].up, last, top->up, &bottom->up, c);
        if (metric != STRIPS_LCS)
            move_bit(&f->h[c].down, last, top->down, &bottom->down, c);
        if (metric == STRIPS_OSA) {
            move_bit(&f->x.ready[c], last, top->ready, &bottom->ready, c);
            move_bit(&f->x.d0[c], last, top->d0, &bottom->d0, c);
        }
        for (unsigned b = 0; b < bits; b++)
            f->codes[b][c] = next_lane(f->codes[b][c], codes[b], c);
    }
    *top = (struct border_word){top->up >> TILE, top->down >> TILE, top->d0 >> TILE,
                                top->ready >> TILE};
    for (unsigned b = 0; b < bits; b++)
        codes[b] >>= TILE;
}

/* Word g of the border above the block. */
INLINE struct border_word word_of(const struct strips_deltas *d, size_t g,
                                  enum strips_metric metric)
{
    struct border_word w = {.up = d->up[g]};
    if (metric != STRIPS_LCS)
        w.down = d->down[g];
    if (metric == STRIPS_OSA) {
        w.d0 = d->d0[g];
        w.ready = d->q[g] & ~(w.d0 << 1 & ~FIRST);
    }
    return w;
}

/* Word g of the last row. All its d0 are known where `last` says that lanes ended. */
INLINE void put_word(const struct strips_deltas *d, size_t g, const struct border_word *w,
                     bool last, enum strips_metric metric)
{
    d->up[g] = w->up;
    if (metric != STRIPS_LCS)
        d->down[g] = w->down;
    if (metric == STRIPS_OSA) {
        d->d0[g] = last ? w->d0 : w->d0 & LAST;
        d->q[g] = w->ready;
    }
}

/*
 * A group of columns. In the first groups, the lower lanes have not begun. In the last ones, the
 * upper lanes have done all columns; their further results are ignored, but would change the deltas
 * that they are left with, which are the right side of the block. In between all lanes have
 * columns.
 */
INLINE void run_group(struct strips_block *b, size_t g, enum strips_metric metric, unsigned bits)
{
    struct strips_front *f = b->front;
    uint64_t codes[STRIPS_BITS];
    struct border_word top = {0}, bottom = {0};
    bool more = g * STRIPS_GROUP < b->columns;
    for (unsigned i = 0; i < bits; i++)
        codes[i] = more ? ~b->codes[i][g] : 0;
    if (more)
        top = word_of(&b->deltas, g, metric);
    size_t lag = strips_lag(b);
    bool begun = g >= lag, ended = b->sides && (g + 1) * STRIPS_GROUP > b->columns;
    vec longer = lanes_below(b->longer);
    for (unsigned t = 0; t < STEPS; t++) {
        move_front(f, b->lanes - 1, codes, &top, &bottom, metric, bits);
        for (unsigned c = 0; c < TILE && (!begun || ended); c++)
            f->there[c] = next_lane(f->there[c], g * STRIPS_GROUP + t * TILE + c < b->columns, 0);
        if (ended || (!begun && b->sides))
            run_rows(b->table, b->shorter, f, SOME, f->there, metric, bits);
        else if (!begun)
            run_rows(b->table, b->shorter, f, NOT_YET, f->there, metric, bits);
        else
            run_rows(b->table, b->shorter, f, ALL, f->there, metric, bits);
        if (b->longer > 0)
            run_longer(b, longer, metric, bits);
    }
    if (g >= lag)
        put_word(&b->deltas, g - lag, &bottom, ended && g + 1 == strips_groups(b), metric);
}

INLINE void run_groups(struct strips_block *b, size_t from, size_t to, enum strips_metric metric,
                       unsigned bits)
{
    for (size_t g = from; g < to; g++)
        run_group(b, g, metric, bits);
}

/* With few bits the loops over them are unrolled. */
INLINE void advance_by(struct strips_block *b, size_t from, size_t to, enum strips_metric metric)
{
    if (b->bits == 1)
        run_groups(b, from, to, metric, 1);
    else if (b->bits == 2)
        run_groups(b, from, to, metric, 2);
    else if (b->bits == 3)
        run_groups(b, from, to, metric, 3);
    else
        run_groups(b, from, to, metric, b->bits);
}

static void strips_advance(struct strips_block *b, size_t from, size_t to)
{
    if (b->metric == STRIPS_LCS)
        advance_by(b, from, to, STRIPS_LCS);
    else if (b->metric == STRIPS_OSA)
        advance_by(b, from, to, STRIPS_OSA);
    else
        advance_by(b, from, to, STRIPS_LEVENSHTEIN);
}

#define STRIPS_KERNEL(NAME, NEEDS)                                                                 \
    const struct strips_kernel strips_kernel_##NAME = {                                            \
        .name = #NAME,                                                                             \
        .lanes = LANES,                                                                            \
        .needs = (NEEDS),                                                                          \
        .advance = strips_advance,                                                                 \
    };

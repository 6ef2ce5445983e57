/*
 * lanes_kernel.h - the body of the kernels for any vector size (lanes_block.h).
 *
 * The including file defines VECTOR_BITS (cells/vector.h) as 128 or more; and, before LANES_KERNEL,
 * LANES_PUT: the kernel's put(), or NULL.
 */
#include "cells/vector_cell.h"
#include "cells/vector_exchange.h"
#include "lanes/lanes_block.h"

enum { TILE = LANES_TILE, STRIDE = LANES_WORD / 8 };

/* What each row of a tile passes to the next: the deltas, and for exchanges the state above. LCS
 * deltas are in hp. */
struct lanes_front {
    vec hp[TILE], hn[TILE];
    struct above above[TILE];
};

static void turn(void *vectors)
{
    vec *rows = vectors;
    for (unsigned r = 0; r < STRIDE; r++) {
        vec x[8];
        UNROLLED for (unsigned i = 0; i < 8; i++) x[i] = rows[r + STRIDE * i];
        transpose(x, STRIDE);
        UNROLLED for (unsigned i = 0; i < 8; i++) rows[r + STRIDE * i] = x[i];
    }
    for (unsigned g = 0; g < STRIDE; g++)
        transpose(rows + (size_t)8 * g, 1);
}

/* Computes the cells of a row in the columns of a tile; q marks equal codes. */
INLINE void run_row(vec *state, const vec q[TILE], struct lanes_front *f, enum metric metric)
{
    const vec none = {0};
    vec u = state[0], vn = state[1], crossed = state[2];
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        if (metric == METRIC_INDEL)
            cell_lcs(&u, &f->hp[c], q[c]);
        else if (metric == METRIC_OSA)
            cell_osa(&u, &vn, &crossed, &f->hp[c], &f->hn[c], &f->above[c], q[c], none, false);
        else
            cell(&u, &vn, &f->hp[c], &f->hn[c], q[c], none, false);
    }
    state[0] = u;
    if (metric != METRIC_INDEL)
        state[1] = vn;
    if (metric == METRIC_OSA)
        state[2] = crossed;
}

/* The part of struct lanes_block that belongs to the columns of a tile. */
struct tile {
    const vec *there, *y, *equal[TILE];
};

INLINE struct tile tile_of(const struct lanes_block *b, size_t column, unsigned bits)
{
    struct tile t = {.there = (const vec *)b->there + column};
    if (bits > 0)
        t.y = (const vec *)b->y + column * bits;
    UNROLLED for (unsigned c = 0; bits == 0 && c < TILE; c++) t.equal[c] = b->equal[column + c];
    return t;
}

/* Compares the codes of one or two rows with those of the columns. Each bit of the columns' codes
 * is loaded once for both rows. */
INLINE void compare_codes(vec q[2][TILE], unsigned rows, const vec *x, const struct tile *t,
                          unsigned bits)
{
    UNROLLED for (unsigned r = 0; r < rows; r++) UNROLLED for (unsigned c = 0; c < TILE; c++)
        q[r][c] = LOGIC3(AND_XOR, t->there[c], x[r * bits], t->y[c * bits]);
    UNROLLED for (unsigned b = 1; b < bits; b++) UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        vec code = t->y[c * bits + b];
        UNROLLED for (unsigned r = 0; r < rows; r++) q[r][c] =
            LOGIC3(AND_XOR, q[r][c], x[r * bits + b], code);
    }
}

/* As compare_codes(), for row i, or rows i and i + 1; bits = 0: reads the tables instead. */
INLINE void match_rows(vec q[2][TILE], unsigned rows, const struct lanes_block *b, size_t i,
                       const struct tile *t, unsigned bits)
{
    if (bits > 0)
        compare_codes(q, rows, (const vec *)b->x + i * bits, t, bits);
    else
        UNROLLED for (unsigned r = 0; r < rows; r++) UNROLLED for (unsigned c = 0; c < TILE; c++)
            q[r][c] = t->equal[c][i + r];
}

/* Returns the state above the table: D(0, j) = j, nothing to exchange with. */
INLINE struct lanes_front front_open(const vec *there, enum metric metric)
{
    const vec none = {0};
    struct lanes_front f;
    UNROLLED for (unsigned c = 0; c < TILE; c++)
    {
        f.hp[c] = metric == METRIC_INDEL ? none : there[c];
        f.hn[c] = none;
        f.above[c] = (struct above){~none, none};
    }
    return f;
}

/* Computes a tile: LANES_TILE columns in all rows. */
INLINE void run_tile(const struct lanes_block *b, size_t column, enum metric metric, unsigned bits)
{
    struct tile t = tile_of(b, column, bits);
    struct lanes_front f = front_open(t.there, metric);
    vec *state = b->state, q[2][TILE];
    size_t i = 0;
    for (; i + 2 <= b->rows; i += 2, state += 2 * LANES_STATE) {
        match_rows(q, 2, b, i, &t, bits);
        run_row(state, q[0], &f, metric);
        run_row(state + LANES_STATE, q[1], &f, metric);
    }
    if (i < b->rows) {
        match_rows(q, 1, b, i, &t, bits);
        run_row(state, q[0], &f, metric);
    }
}

INLINE void run_tiles(const struct lanes_block *b, enum metric metric, unsigned bits)
{
    for (size_t column = 0; column < b->columns; column += TILE)
        run_tile(b, column, metric, bits);
}

/* With few bits the loops over them are unrolled. */
INLINE void compute_block(const struct lanes_block *b, enum metric metric)
{
    if (b->equal != NULL)
        run_tiles(b, metric, 0);
    else if (b->bits == 2)
        run_tiles(b, metric, 2);
    else if (b->bits == 4)
        run_tiles(b, metric, 4);
    else if (b->bits == 5)
        run_tiles(b, metric, 5);
    else if (b->bits == 6)
        run_tiles(b, metric, 6);
    else if (b->bits == 8)
        run_tiles(b, metric, 8);
    else
        run_tiles(b, metric, b->bits);
}

/* Adds two bits of each lane to its sum, which has `planes` bits so far. */
INLINE void add_planes(vec *sum, unsigned planes, vec a, vec b)
{
    vec carry = LOGIC3(MAJORITY, sum[0], a, b);
    sum[0] = LOGIC3(XOR3, sum[0], a, b);
    for (unsigned p = 1; p < planes; p++) {
        vec more = sum[p] & carry;
        sum[p] ^= carry;
        carry = more;
    }
}

/* Sums up the last column, as specified in struct lanes_kernel. */
INLINE void sum_up(const struct lanes_block *b, vec *sum, enum metric metric)
{
    const vec *within = b->within, none = {0};
    vec *state = b->state;
    for (size_t i = 0; i < b->rows; i++, state += LANES_STATE) {
        unsigned planes = 64 - (unsigned)__builtin_clzll(2 * i + 2);
        if (metric == METRIC_INDEL)
            add_planes(sum, planes, state[0] & within[i], none);
        else
            add_planes(sum, planes, within[i] & ~state[0], within[i] & ~state[1]);
    }
}

/* Transposes the bit-sliced sums, where plane p holds bit p of all sums, to numbers of 16 bits: in
 * each word, four times 16 sums. */
static void put_numbers(uint16_t *numbers, vec sum[LANES_NUMBER])
{
    transpose(sum, 1);
    transpose(sum + 8, 1);
    UNROLLED for (unsigned r = 0; r < 8; r++) EXCHANGE(sum[r], sum[r + 8], 8);
    memcpy(numbers, sum, LANES_NUMBER * sizeof *sum);
}

static void find_rows(const struct lanes_block *b, uint32_t code, void *table)
{
    const vec *x = b->x, none = {0};
    vec *to = table;
    for (size_t i = 0; i < b->rows; i++) {
        vec equal = ~none;
        for (unsigned bit = 0; bit < b->bits; bit++)
            equal = LOGIC3(AND_XOR, equal, *x++, none + ((uint64_t)(code >> bit & 1) - 1));
        to[i] = equal;
    }
}

static void advance_block(const struct lanes_block *b)
{
    if (b->metric == METRIC_INDEL)
        compute_block(b, METRIC_INDEL);
    else if (b->metric == METRIC_OSA)
        compute_block(b, METRIC_OSA);
    else
        compute_block(b, METRIC_LEVENSHTEIN);
}

static void sum(const struct lanes_block *b)
{
    vec sums[LANES_NUMBER] = {{0}};
    sum_up(b, sums, b->metric == METRIC_INDEL ? METRIC_INDEL : METRIC_LEVENSHTEIN);
    put_numbers(b->numbers, sums);
}

#define LANES_KERNEL(NAME, NEEDS)                                                                  \
    const struct lanes_kernel lanes_kernel_##NAME = {                                              \
        .name = #NAME,                                                                             \
        .lanes = VECTOR_BITS,                                                                      \
        .needs = (NEEDS),                                                                          \
        .put = LANES_PUT,                                                                          \
        .turn = turn,                                                                              \
        .find = find_rows,                                                                         \
        .advance = advance_block,                                                                  \
        .sum = sum,                                                                                \
    };

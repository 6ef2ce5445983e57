/* unit_bitvector.c - a step of the bit vector, with and without substitutions, in all columns of
 * few rows. unit_metrics.c has columns of many rows. */
#include "cells/bitvector.h"
#include "compare/column_step.h"
#include "ref/random.h"
#include "unit.h"

enum { COLUMNS = 80, CASES = 600 };

/* Rows after the pattern's last one never change those of the pattern. */
TEST(rows_behind)
{
    struct random r = random_open(5, 0);
    for (int i = 0; i < CASES; i++) {
        struct bitvector v = BITVECTOR_START, w = BITVECTOR_START;
        unsigned m = (unsigned)random_between(&r, 1, BITVECTOR_ROWS - 1);
        uint64_t rows = (UINT64_C(1) << m) - 1;
        for (size_t j = 0; j < COLUMNS; j++) {
            uint64_t eq = random_next(&r);
            eq &= random_next(&r);
            uint64_t carry = random_below(&r, 3);
            struct horizontal h = bitvector_step(&v, eq, carry == 1, carry == 2);
            struct horizontal g =
                bitvector_step(&w, (eq & rows) | (random_next(&r) & ~rows), carry == 1, carry == 2);
            assert_true(((v.pv ^ w.pv) & rows) == 0 && ((v.mv ^ w.mv) & rows) == 0);
            assert_true(((h.p ^ g.p) & rows) == 0 && ((h.m ^ g.m) & rows) == 0);
        }
    }
}

/* --- all columns of few rows: their deltas, their matches, and the delta from above --------- */

enum { FEW_ROWS = 6 };

struct few {
    unsigned rows, at; /* these are rows [at, at + rows) of the word */
    int v[FEW_ROWS];   /* the vertical deltas of the previous column */
    unsigned eq;
    int in;
};

/* Sets *f to column number n. Returns false at the end. */
static bool get_few(struct few *f, unsigned n)
{
    f->eq = n % (1U << f->rows);
    n >>= f->rows;
    f->in = (int)(n % 3) - 1;
    n /= 3;
    for (unsigned i = 0; i < f->rows; i++, n /= 3)
        f->v[i] = (int)(n % 3) - 1;
    return n == 0;
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* Checks the step and the moves of traceback_step() by the recurrence. Returns whether both are
 * correct. `noise` has the matches of the other rows. */
static bool is_right(const struct few *f, uint64_t noise)
{
    uint64_t rows = ((UINT64_C(1) << f->rows) - 1) << f->at, above = (UINT64_C(1) << f->at) - 1;
    struct bitvector v = {0, 0};
    for (unsigned i = 0; i < f->rows; i++) {
        v.pv |= (uint64_t)(f->v[i] > 0) << (f->at + i);
        v.mv |= (uint64_t)(f->v[i] < 0) << (f->at + i);
    }
    /* The rows above pass on the delta from above: a 0 where their deltas are 0 and they match, -1
     * where they are +1, and +1 where they are -1. */
    uint64_t eq = ((uint64_t)f->eq << f->at) | (noise & ~rows) | above;
    v.pv |= f->in < 0 ? above : 0;
    v.mv |= f->in > 0 ? above : 0;
    struct bitvector old = v, same = v;
    struct horizontal carry = {f->in > 0, f->in < 0};
    struct horizontal h = bitvector_step(&v, eq, carry.p, carry.m);
    struct moves moves = traceback_step(&same, eq, &carry);
    bool right = v.pv == same.pv && v.mv == same.mv && carry.p == h.p >> 63 &&
                 carry.m == h.m >> 63 && (old.pv & old.mv) == 0;
    int before = 0, now = f->in; /* the scores of the row above, in both columns */
    for (unsigned i = 0; i < f->rows; i++) {
        unsigned at = f->at + i;
        int left = before + f->v[i], cost = !(f->eq >> i & 1);
        int score = least_of(before + cost, least_of(left, now) + 1);
        right = right && (int)(v.pv >> at & 1) - (int)(v.mv >> at & 1) == score - now &&
                (int)(h.p >> at & 1) - (int)(h.m >> at & 1) == score - left &&
                (v.pv & v.mv & rows) == 0 && (h.p & h.m & rows) == 0 &&
                (moves.insertion >> at & 1) == (score == left + 1) &&
                (moves.diagonal >> at & 1) == (score == before + cost);
        before = left;
        now = score;
    }
    return right;
}

TEST(every_column)
{
    struct random r = random_open(7, 0);
    unsigned wrong = 0, done = 0;
    for (unsigned rows = 1; rows <= FEW_ROWS; rows++) {
        struct few f = {.rows = rows};
        for (unsigned n = 0; get_few(&f, n); n++, done++) {
            f.at = 0;
            wrong += !is_right(&f, random_next(&r));
            f.at = BITVECTOR_ROWS - rows;
            wrong += !is_right(&f, 0);
        }
    }
    assert_int_equal(wrong, 0);
    /* w rows have 3^w combinations of deltas, and 2^w of matches. */
    assert_int_equal(done, 3 * (6 + 36 + 216 + 1296 + 7776 + 46656));
}

/* All columns of few rows, without substitutions: the deltas of the LCS, 0 or 1, and the matches. A
 * step back over a column is correct if the LCS does not grow in it. */
TEST(every_column_of_indel)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < 1U << 2 * FEW_ROWS; i++) {
        uint64_t eq = i % (1U << FEW_ROWS), deltas = i >> FEW_ROWS;
        struct bitvector column = {~deltas, 0};
        struct moves moves;
        column_step(METRIC_INDEL, &column, NULL, 1, &eq, COLUMN_TOP, &moves);
        int before = 0, now = 0; /* the LCS in the row above, in both columns */
        for (unsigned row = 0; row < FEW_ROWS; row++) {
            int left = before + (int)(deltas >> row & 1), equal = (int)(eq >> row & 1);
            int score = equal ? before + 1 : left > now ? left : now;
            wrong += (int)(~column.pv >> row & 1) != score - now ||
                     (int)(moves.insertion >> row & 1) != (score == left) ||
                     (int)(moves.diagonal >> row & 1) != equal;
            before = left;
            now = score;
        }
    }
    assert_int_equal(wrong, 0);
}

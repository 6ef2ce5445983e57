/* unit_bitvector.c - the bit-vector step against the plain table, cell by cell; the cell by sums.
 */
#include "cells/bitvector.h"
#include "compare/column_step.h"
#include "ref/random.h"
#include "unit.h"

enum {
    MOST_ROWS = 300,
    MOST_BLOCKS = MOST_ROWS / BITVECTOR_ROWS + 1,
    MOST_COLUMNS = 80,
    MOST_LETTERS = 20,
    CASES = 600
};

/* A pattern and a text of small numbers, and the row above the table: c[0][j] - c[0][j-1]. */
struct instance {
    size_t m, n;
    unsigned char pattern[MOST_ROWS], text[MOST_COLUMNS];
    int above[MOST_COLUMNS];
};

/* The table by its definition: c[i][j] from its three neighbours. */
static int table[MOST_ROWS + 1][MOST_COLUMNS + 1];

static void fill_table(const struct instance *x)
{
    for (size_t i = 0; i <= x->m; i++)
        table[i][0] = (int)i;
    for (size_t j = 1; j <= x->n; j++) {
        table[0][j] = table[0][j - 1] + x->above[j - 1];
        for (size_t i = 1; i <= x->m; i++) {
            int change = table[i - 1][j - 1] + (x->pattern[i - 1] != x->text[j - 1]);
            int across = table[i][j - 1] + 1, down = table[i - 1][j] + 1;
            int least = across < down ? across : down;
            table[i][j] = change < least ? change : least;
        }
    }
}

/* All blocks of a column. */
struct column {
    struct bitvector v[MOST_BLOCKS];
    struct horizontal h[MOST_BLOCKS]; /* of the last step */
};

static void column_start(struct column *c)
{
    for (size_t b = 0; b < MOST_BLOCKS; b++)
        c->v[b] = BITVECTOR_START;
}

static size_t blocks_of(size_t m)
{
    return (m - 1) / BITVECTOR_ROWS + 1;
}

static void blocks_step(struct column *c, const struct instance *x, size_t j)
{
    uint64_t p = x->above[j] > 0, m = x->above[j] < 0;
    for (size_t b = 0; b < blocks_of(x->m); b++) {
        uint64_t eq = 0;
        for (size_t i = 0; i < BITVECTOR_ROWS && b * BITVECTOR_ROWS + i < x->m; i++)
            eq |= (uint64_t)(x->pattern[b * BITVECTOR_ROWS + i] == x->text[j]) << i;
        c->h[b] = bitvector_step(&c->v[b], eq, p, m);
        p = c->h[b].p >> (BITVECTOR_ROWS - 1);
        m = c->h[b].m >> (BITVECTOR_ROWS - 1);
    }
}

/* The delta of row i (from 1) in two words that hold +1 and -1. */
static int delta(uint64_t p, uint64_t m, size_t i)
{
    return (int)(p >> (i - 1) % BITVECTOR_ROWS & 1) - (int)(m >> (i - 1) % BITVECTOR_ROWS & 1);
}

static void check_column(const struct column *c, const struct instance *x, size_t j)
{
    for (size_t i = 1; i <= x->m; i++) {
        size_t b = (i - 1) / BITVECTOR_ROWS;
        assert_true((c->v[b].pv & c->v[b].mv) == 0 && (c->h[b].p & c->h[b].m) == 0);
        assert_int_equal(delta(c->v[b].pv, c->v[b].mv, i), table[i][j] - table[i - 1][j]);
        assert_int_equal(delta(c->h[b].p, c->h[b].m, i), table[i][j] - table[i][j - 1]);
    }
}

static void check(const struct instance *x)
{
    struct column c;
    fill_table(x);
    column_start(&c);
    for (size_t j = 1; j <= x->n; j++) {
        blocks_step(&c, x, j - 1);
        check_column(&c, x, j);
    }
}

/* Man, Nakano and Ito 2014, figure 4: X = ababa, Y = aaabbbaa. */
TEST(figure)
{
    static const int expected[] = {5, 4, 3, 2, 2, 2, 2, 1, 2};
    struct instance x = {.m = 5, .n = 8};
    memcpy(x.pattern, "ababa", 5);
    memcpy(x.text, "aaabbbaa", 8);
    struct column c;
    column_start(&c);
    int score = (int)x.m, least = score;
    assert_int_equal(score, expected[0]);
    for (size_t j = 0; j < x.n; j++) {
        blocks_step(&c, &x, j);
        score += delta(c.h[0].p, c.h[0].m, x.m);
        assert_int_equal(score, expected[j + 1]);
        least = score < least ? score : least;
    }
    assert_int_equal(least, 1); /* ASM(X, Y) */
    check(&x);
}

static void draw(struct instance *x, struct random *r, size_t most)
{
    unsigned letters = (unsigned)random_between(r, 1, MOST_LETTERS);
    x->m = random_log(r, most);
    x->n = random_between(r, 1, MOST_COLUMNS);
    size_t period = random_below(r, 3) ? x->m : random_log(r, x->m);
    memset(x->pattern, 0, sizeof x->pattern);
    for (size_t i = 0; i < x->m; i++)
        x->pattern[i] =
            i < period ? (unsigned char)random_below(r, letters) : x->pattern[i - period];
    size_t shift = random_below(r, x->m); /* texts that are near, and texts that are not */
    unsigned noise = (unsigned)random_below(r, 101);
    for (size_t j = 0; j < x->n; j++)
        x->text[j] = random_percent(r, noise) ? (unsigned char)random_below(r, letters)
                                              : x->pattern[(shift + j) % (x->m + (x->m == 0))];
}

/* What comes in from above: the same in all columns, or at random. */
static void check_above(int least, int most, uint64_t seed)
{
    struct instance x;
    struct random r = random_open(seed, 0);
    for (int i = 0; i < CASES; i++) {
        draw(&x, &r, i % 2 ? BITVECTOR_ROWS + 2 : MOST_ROWS);
        for (size_t j = 0; j < x.n; j++)
            x.above[j] = least + (int)random_below(&r, (uint64_t)(most - least) + 1);
        check(&x);
    }
}

TEST(search)
{
    check_above(0, 0, 1);
}

TEST(anchored)
{
    check_above(1, 1, 2);
}

/* A block whose row above only falls or moves at will, as the rows of blocks above it do. */
TEST(falling)
{
    check_above(-1, -1, 3);
}

TEST(any_carry)
{
    check_above(-1, 1, 4);
}

/* Rows behind the pattern's last one never change those of the pattern. */
TEST(rows_behind)
{
    struct random r = random_open(5, 0);
    for (int i = 0; i < CASES; i++) {
        struct bitvector v = BITVECTOR_START, w = BITVECTOR_START;
        unsigned m = (unsigned)random_between(&r, 1, BITVECTOR_ROWS - 1);
        uint64_t rows = (UINT64_C(1) << m) - 1;
        for (size_t j = 0; j < MOST_COLUMNS; j++) {
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

/* All columns of few rows: their deltas, which rows match, and what comes in from above. */

enum { FEW_ROWS = 6 };

struct few {
    unsigned rows, at; /* these are rows [at, at + rows) of the word */
    int v[FEW_ROWS];   /* the deltas down the column before */
    unsigned eq;
    int in;
};

/* Draws number n of all. Returns false at the end. */
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

/* The step, and the moves that traceback_step() tells, by the recurrence. Returns whether all is
 * right. `noise` is what the rows below match. */
static bool is_right(const struct few *f, uint64_t noise)
{
    uint64_t rows = ((UINT64_C(1) << f->rows) - 1) << f->at, above = (UINT64_C(1) << f->at) - 1;
    struct bitvector v = {0, 0};
    for (unsigned i = 0; i < f->rows; i++) {
        v.pv |= (uint64_t)(f->v[i] > 0) << (f->at + i);
        v.mv |= (uint64_t)(f->v[i] < 0) << (f->at + i);
    }
    /* The rows above pass on what comes in: 0 where their deltas are 0 and they match, -1 where
     * they are +1, and +1 where they are -1. */
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
    /* w rows have 3^w ways of deltas, and 2^w of matches. */
    assert_int_equal(done, 3 * (6 + 36 + 216 + 1296 + 7776 + 46656));
}

/* All columns of few rows, insertions and deletions alone: the deltas of an LCS, 0 or 1, and which
 * rows match. A step back over a column is right where the LCS does not grow with it. */
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

#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))

/* The cell by sums of words, in many rows and columns, is that by logic. */
TEST(cell_by_sums)
{
    struct random r = random_open(6, 0);
    uint32_t vp[MOST_ROWS], vn[MOST_ROWS];
    memset(vp, 0xff, sizeof vp);
    memset(vn, 0, sizeof vn);
    for (int j = 0; j < 100 * MOST_COLUMNS; j++) {
        uint32_t hp = 0, hn = 0;
        for (int i = 0; i < MOST_ROWS; i++) {
            uint32_t q = (uint32_t)random_next(&r), dv = vp[i] - vn[i], dh = hp - hn;
            q &= j % 2 ? (uint32_t)random_next(&r) : UINT32_MAX;
            uint32_t d0 = CELL_D0(q, vn[i], hn), cost = CELL_COST(q, vn[i], hn);
            uint32_t below_n = CELL_MINUS(vp[i], d0), below_p = CELL_PLUS(vn[i], vp[i], d0);
            uint32_t right_n = CELL_MINUS(hp, d0), right_p = CELL_PLUS(hn, hp, d0);
            uint32_t right = CELL_DIFFERENCE(MULTIPLY_ADD, UINT32_MAX, cost, dh);
            uint32_t below = CELL_DIFFERENCE(MULTIPLY_ADD, UINT32_MAX, cost, dv);
            assert_true(right == right_p - right_n && below == below_p - below_n);
            assert_true(CELL_PLUS_OF(MULTIPLY_ADD, 1, right, right_n) == right_p);
            assert_true(CELL_PLUS_OF(MULTIPLY_ADD, 1, below, below_n) == below_p);
            vp[i] = right_p, vn[i] = right_n, hp = below_p, hn = below_n;
        }
    }
}

/*
 * unit_cell.c - the formulas of a cell in all its possible states, against the recurrence that
 * defines the table. Any formula with a wrong value must be detected.
 */

#define VECTOR_BITS 128
#include "cells/vector_cell.h"
#include "unit.h"

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* The formulas of a cell as truth tables of 8 bits: f(a, b, c) is bit 4a + 2b + c. */
struct formulas {
    unsigned d0, minus, plus;
};

#define TABLE(f) ((unsigned)(f(0xf0, 0xcc, 0xaa)) & 0xff)
#define MINUS_OF_TWO(plus, d0, unused) CELL_MINUS(plus, d0)

static unsigned look_up(unsigned table, unsigned a, unsigned b, unsigned c)
{
    return table >> (4 * a + 2 * b + c) & 1;
}

/* Returns how many of the 18 states give a wrong result. A state is the delta to the left and the
 * delta above, each of -1, 0 and 1, and whether the symbols are equal. */
static unsigned wrong_cells(const struct formulas *f)
{
    unsigned wrong = 0;
    for (int v = -1; v <= 1; v++)
        for (int h = -1; h <= 1; h++)
            for (unsigned q = 0; q <= 1; q++) {
                unsigned vp = v > 0, vn = v<0, hp = h> 0, hn = h < 0;
                int score = least(q ? 0 : 1, h + 1, v + 1), below = score - v, right = score - h;
                unsigned d0 = look_up(f->d0, q, vn, hn);
                unsigned below_n = look_up(f->minus, vp, d0, 0);
                unsigned below_p = look_up(f->plus, vn, vp, d0);
                unsigned right_n = look_up(f->minus, hp, d0, 0);
                unsigned right_p = look_up(f->plus, hn, hp, d0);
                wrong += below_n != (below < 0) || below_p != (below > 0) ||
                         right_n != (right < 0) || right_p != (right > 0);
            }
    return wrong;
}

static const struct formulas right_ones = {TABLE(CELL_D0), TABLE(MINUS_OF_TWO), TABLE(CELL_PLUS)};

TEST(formulas)
{
    assert_int_equal(wrong_cells(&right_ones), 0);
}

/*
 * If any value of a formula that matters were different, the result of some state would be wrong.
 * Two values of d0 do not matter: if both deltas are -1, the new ones are +1 in any case. Three
 * values of `plus` do not occur: a delta is not both +1 and -1, and beside -1 the diagonal step
 * costs nothing.
 */
TEST(each_value_matters)
{
    unsigned found = 0;
    for (unsigned bit = 0; bit < 8; bit++) {
        struct formulas d0 = right_ones, minus = right_ones, plus = right_ones;
        d0.d0 ^= 1U << bit;
        minus.minus ^= 1U << bit;
        plus.plus ^= 1U << bit;
        found += wrong_cells(&d0) > 0;
        if (bit % 2 == 0) /* it has two operands */
            found += wrong_cells(&minus) > 0;
        found += wrong_cells(&plus) > 0;
    }
    assert_int_equal(found, (8 - 2) + 4 + (8 - 3));
}

/* Checks that the truth table of 8 bits for AVX-512 agrees with the formula for all operands. */
#define CHECK_TABLE(f)                                                                             \
    for (unsigned i = 0; i < 8; i++)                                                               \
    assert_int_equal(look_up(TABLE(f), i >> 2, i >> 1 & 1, i & 1),                                 \
                     (unsigned)f(i >> 2, (i >> 1 & 1), (i & 1)) & 1)

TEST(tables)
{
    CHECK_TABLE(OR3);
    CHECK_TABLE(XOR3);
    CHECK_TABLE(AND_XOR);
    CHECK_TABLE(CHOOSE);
    CHECK_TABLE(MAJORITY);
    CHECK_TABLE(CELL_D0);
    CHECK_TABLE(CELL_PLUS);
    CHECK_TABLE(CELL_RESTART_HN);
    CHECK_TABLE(CELL_RESTART_VN);
    CHECK_TABLE(CELL_U_HP);
    CHECK_TABLE(CELL_U_RESTART_HN);
    CHECK_TABLE(CELL_U);
    CHECK_TABLE(CELL_LCS);
    CHECK_TABLE(CELL_MATCH);
    CHECK_TABLE(ADD_COMPLEMENT);
    CHECK_TABLE(CARRY_COMPLEMENT);
    CHECK_TABLE(CARRY_MISMATCH);
}

/* All 2 * 3 * 3 states of a cell, one in each lane of a vector of 128 bits, repeated. */
struct lanes {
    vec u, vn, hp, hn, q;
};

enum { STATES = 18, LANES = VECTOR_BITS, MOST_PLANES = 8 };

static int left_of(unsigned lane)
{
    return (int)(lane % STATES / 6) - 1;
}

static int above_of(unsigned lane)
{
    return (int)(lane % 6 / 2) - 1;
}

static void set_bit(vec *v, unsigned lane, bool value)
{
    (*v)[lane / 64] |= (uint64_t)value << lane % 64;
}

static int bit(const vec *v, unsigned lane)
{
    return (int)((*v)[lane / 64] >> lane % 64 & 1);
}

static struct lanes all_states(void)
{
    struct lanes l = {0};
    for (unsigned i = 0; i < LANES; i++) {
        set_bit(&l.u, i, left_of(i) <= 0);
        set_bit(&l.vn, i, left_of(i) < 0);
        set_bit(&l.hp, i, above_of(i) > 0);
        set_bit(&l.hn, i, above_of(i) < 0);
        set_bit(&l.q, i, i % 2);
    }
    return l;
}

TEST(vector_cell)
{
    const vec none = {0};
    struct lanes l = all_states();
    cell(&l.u, &l.vn, &l.hp, &l.hn, l.q, none, false);
    for (unsigned i = 0; i < LANES; i++) {
        int score = least(i % 2 ? 0 : 1, above_of(i) + 1, left_of(i) + 1);
        assert_int_equal(!bit(&l.u, i) - bit(&l.vn, i), score - above_of(i));
        assert_int_equal(bit(&l.hp, i) - bit(&l.hn, i), score - left_of(i));
        assert_false(!bit(&l.u, i) && bit(&l.vn, i));
        assert_false(bit(&l.hp, i) && bit(&l.hn, i));
    }
}

/* If no lane restarts, the cell is computed as usual. If all lanes restart and -1 comes from above,
 * each row gets +1. */
TEST(restart)
{
    const vec none = {0};
    struct lanes l = all_states(), same = l, again = l;
    cell(&l.u, &l.vn, &l.hp, &l.hn, l.q, none, false);
    cell(&same.u, &same.vn, &same.hp, &same.hn, same.q, none, true);
    assert_memory_equal(&l.u, &same.u, sizeof l.u);
    assert_memory_equal(&l.vn, &same.vn, sizeof l.vn);
    assert_memory_equal(&l.hp, &same.hp, sizeof l.hp);
    assert_memory_equal(&l.hn, &same.hn, sizeof l.hn);
    again.hp = none;
    again.hn = ~none;
    cell(&again.u, &again.vn, &again.hp, &again.hn, again.q, ~none, true);
    assert_false(any_bit(again.u) || any_bit(again.vn));
    assert_false(any_bit(~again.hn));
}

/* The longest common subsequence: deltas are 0 or 1, and the score is the maximum of three. */
TEST(lcs)
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned v = i >> 2, h = i >> 1 & 1, q = i & 1;
        unsigned score = q ? 1 : v > h ? v : h;
        vec left = (vec){0} - v, top = (vec){0} - h, equal = (vec){0} - q;
        assert_int_equal(CELL_LCS(q, v, h) & 1, score - h);
        assert_int_equal(CELL_LCS(q, h, v) & 1, score - v);
        cell_lcs(&left, &top, equal);
        assert_int_equal(bit(&left, i), score - h);
        assert_int_equal(bit(&top, i), score - v);
    }
}

/*
 * Exchanges: all states of a cell with all bits of the previous column and the row above. In each
 * of 16 turns, each lane has another one of the 16 combinations of these bits.
 */
TEST(osa)
{
    const vec none = {0};
    for (unsigned turn = 0; turn < 16; turn++) {
        struct lanes l = all_states(), same = l;
        struct above above = {none, none};
        vec crossed = none, between = none, q_left = none;
        for (unsigned i = 0; i < LANES; i++) {
            unsigned other = (i / STATES + turn) % 16;
            set_bit(&between, i, other & 1);
            set_bit(&q_left, i, other & 2);
            set_bit(&above.q, i, other & 4);
            set_bit(&above.d0, i, other & 8);
        }
        struct above over = above;
        crossed = CELL_CROSSED(between, q_left);
        cell_osa(&l.u, &l.vn, &crossed, &l.hp, &l.hn, &above, l.q, none, false);
        for (unsigned i = 0; i < LANES; i++) {
            /* An exchange comes from the start of a diagonal step that cost 1. */
            bool exchange = !bit(&between, i) && bit(&q_left, i) && bit(&over.q, i);
            int score = least(i % 2 || exchange ? 0 : 1, above_of(i) + 1, left_of(i) + 1);
            assert_int_equal(!bit(&l.u, i) - bit(&l.vn, i), score - above_of(i));
            assert_int_equal(bit(&l.hp, i) - bit(&l.hn, i), score - left_of(i));
            assert_int_equal(bit(&above.d0, i), score == 0);
            assert_int_equal(bit(&above.q, i), i % 2);
            assert_int_equal(bit(&crossed, i), i % 2 && !bit(&over.d0, i));
        }
        assert_memory_equal(&above.q, &same.q, sizeof same.q);
    }
}

/* Returns the score of the lower table; the tables differ by 1. */
static int lower_of(int even, int odd)
{
    assert_int_equal((even - odd) * (even - odd), 1);
    return even < odd ? even : odd;
}

/*
 * Insertions and deletions: all consistent states of both tables, with 0 and `odd` in the diagonal
 * cells. The lower of both tables obeys the recurrence of the distance, which their deltas
 * determine.
 */
TEST(indel)
{
    const vec none = {0}, all = ~none;
    unsigned states = 0;
    for (int odd = -1; odd <= 1; odd += 2)
        for (unsigned i = 0; i < 32; i++) {
            int v[2] = {1 - 2 * (int)(i & 1), 1 - (int)(i & 2)};
            int h[2] = {1 - (int)(i & 4) / 2, 1 - (int)(i & 8) / 4};
            int left_difference = v[0] - v[1] - odd, above_difference = h[0] - h[1] - odd;
            if (left_difference * left_difference != 1 || above_difference * above_difference != 1)
                continue;
            vec planes[4], q = i & 16 ? all : none;
            for (unsigned p = 0; p < 4; p++)
                planes[p] = i >> p & 1 ? all : none;
            cell_indel(&planes[0], &planes[1], &planes[2], &planes[3], q, none, false);
            /* the cell above, plus the new delta */
            int cell[2] = {h[0] + 1 - 2 * bit(&planes[0], 0),
                           odd + h[1] + 1 - 2 * bit(&planes[1], 0)};
            int diagonal = lower_of(0, odd), left = lower_of(v[0], odd + v[1]);
            int above = lower_of(h[0], odd + h[1]), score = lower_of(cell[0], cell[1]);
            int cheapest = (left < above ? left : above) + 1;
            assert_int_equal(score, i & 16 ? diagonal : cheapest);
            vec plus = CELL_HALF_PLUS(planes[2], planes[3]);
            vec minus = CELL_HALF_MINUS(planes[2], planes[3]);
            assert_int_equal(bit(&plus, 0) - bit(&minus, 0), score - left);
            plus = CELL_HALF_PLUS(planes[0], planes[1]);
            minus = CELL_HALF_MINUS(planes[0], planes[1]);
            assert_int_equal(bit(&plus, 0) - bit(&minus, 0), score - above);
            states++;
            cell_indel(&planes[0], &planes[1], &planes[2], &planes[3], none, all, true);
            assert_false(any_bit(planes[0]) || any_bit(planes[1])); /* +1 in all rows */
        }
    assert_int_equal(states, 2 * 9 * 2); /* three of the four deltas of each side */
}

/* Checks counters that start at each value, over eight rows; each row may match. */
static void check_mismatches(unsigned planes)
{
    unsigned top = 1U << (planes - 1);
    for (unsigned i = 0; i < 2U << (planes + COUNTED_ROWS); i++) {
        unsigned value = i % (2 * top), rows = i >> planes & 255, expected = value % top;
        bool outside = i >> (planes + COUNTED_ROWS);
        vec from[MOST_PLANES], to[MOST_PLANES], match[COUNTED_ROWS];
        for (unsigned p = 0; p < planes; p++)
            from[p] = (vec){0} - (value >> p & 1);
        for (unsigned r = 0; r < COUNTED_ROWS; r++)
            match[r] = (vec){0} - (rows >> r & 1);
        count_mismatches(to, from, planes, match, (vec){0} - (uint64_t)outside);
        expected += COUNTED_ROWS - (unsigned)__builtin_popcount(rows);
        for (unsigned p = 0; p + 1 < planes; p++)
            assert_int_equal(bit(&to[p], 0), expected >> p & 1);
        assert_int_equal(bit(&to[planes - 1], 0), value >= top || expected >= top || outside);
    }
}

TEST(mismatches)
{
    for (unsigned planes = COUNTED_PLANES; planes <= MOST_PLANES; planes++)
        check_mismatches(planes);
}

/* any_bit() looks at each word of a vector. */
TEST(any_bit_of_a_vector)
{
    assert_false(any_bit((vec){0}));
    for (unsigned i = 0; i < LANES; i++) {
        vec v = {0};
        set_bit(&v, i, true);
        assert_true(any_bit(v));
    }
}

#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))

/* A word with three rows of the table in all states: the cell computed by sums equals the cell
 * computed by logic, though sums carry from bit to bit. */
TEST(sums)
{
    for (unsigned i = 0; i < STATES * STATES * STATES; i++) {
        uint32_t vp = 0, vn = 0, hp = 0, hn = 0, q = 0;
        for (unsigned b = 0, rest = i; b < 3; b++, rest /= STATES) {
            vp |= (uint32_t)(left_of(rest % STATES) > 0) << b;
            vn |= (uint32_t)(left_of(rest % STATES) < 0) << b;
            hp |= (uint32_t)(above_of(rest % STATES) > 0) << b;
            hn |= (uint32_t)(above_of(rest % STATES) < 0) << b;
            q |= (uint32_t)(rest % STATES % 2) << b;
        }
        uint32_t d0 = CELL_D0(q, vn, hn), cost = CELL_COST(q, vn, hn);
        uint32_t right_n = CELL_MINUS(hp, d0), below_n = CELL_MINUS(vp, d0);
        uint32_t right = CELL_DIFFERENCE(MULTIPLY_ADD, UINT32_MAX, cost, hp - hn);
        uint32_t below = CELL_DIFFERENCE(MULTIPLY_ADD, UINT32_MAX, cost, vp - vn);
        assert_int_equal(CELL_PLUS_OF(MULTIPLY_ADD, 1, right, right_n), CELL_PLUS(hn, hp, d0));
        assert_int_equal(CELL_PLUS_OF(MULTIPLY_ADD, 1, below, below_n), CELL_PLUS(vn, vp, d0));
    }
}

enum { LCS_ROWS = 4, LCS_WORDS = 1 << LCS_ROWS };

/* The same for common subsequences: three cells in the bits of a word, and a column of four rows,
 * along which the carry takes h downwards. */
TEST(lcs_sums)
{
    for (uint32_t i = 0; i < LCS_WORDS * LCS_WORDS * LCS_WORDS; i++) {
        uint32_t v = i % LCS_WORDS, q = i / LCS_WORDS % LCS_WORDS, h = i / LCS_WORDS / LCS_WORDS;
        uint32_t less = CELL_LCS_LESS(MULTIPLY_ADD, UINT32_MAX, v, h), now = CELL_LCS(q, v, h);
        assert_int_equal(CELL_LCS_H(MULTIPLY_ADD, 1, now, less), CELL_LCS(q, h, v));
        uint32_t not_v = v ^ (LCS_WORDS - 1), above = h & 1;
        uint32_t sum = not_v + (not_v & q) + above, column = CELL_LCS_COLUMN(q, not_v, sum);
        for (unsigned row = 0; row < LCS_ROWS; row++) {
            uint32_t matches = q >> row & 1, left = v >> row & 1;
            assert_int_equal(~column >> row & 1, CELL_LCS(matches, left, above));
            above = CELL_LCS(matches, above, left);
        }
        assert_int_equal(sum >> LCS_ROWS, above);
    }
}

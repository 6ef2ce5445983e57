/*
 * unit_vector_cell.c - counters in lanes (count_mismatches() of vector_cell.h) against numbers, for
 * each number of planes.
 */
#define VECTOR_BITS 128

#include "cells/vector_cell.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 200, MOST_PLANES = 10, LANES = VECTOR_BITS };

static vec draw(struct random *r)
{
    return (vec){random_next(r), random_next(r)};
}

/* Returns the counter of a lane. */
static unsigned counter_of(const vec *planes, unsigned n, unsigned lane)
{
    unsigned counter = 0;
    for (unsigned i = 0; i < n; i++)
        counter |= (unsigned)(planes[i][lane / 64] >> lane % 64 & 1) << i;
    return counter;
}

/* Returns what a counter becomes. Its uppermost bit stays once it is set. */
static unsigned expected(unsigned counter, unsigned mismatches, bool outside, unsigned planes)
{
    unsigned top = 1U << (planes - 1), sum = (counter & (top - 1)) + mismatches;
    return (sum & (top - 1)) | (outside || (counter & top) != 0 || sum >= top ? top : 0);
}

/* Each bit is set with a probability of 1 / 2^times. */
static vec draw_sparse(struct random *r, unsigned times)
{
    vec v = draw(r);
    while (--times > 0)
        v &= draw(r);
    return v;
}

static void check_counters(unsigned planes, struct random *r)
{
    vec from[MOST_PLANES], to[MOST_PLANES] = {{0}}, match[COUNTED_ROWS];
    vec outside = draw_sparse(r, 3);
    bool high = random_percent(r, 50); /* counters that soon overflow */
    for (unsigned i = 0; i < planes; i++)
        from[i] = i + 1 < planes && high ? ~draw_sparse(r, 2) : draw(r);
    from[planes - 1] &= draw(r);
    for (unsigned i = 0; i < COUNTED_ROWS; i++)
        match[i] = draw_sparse(r, high ? 2 : 1);
    count_mismatches(to, from, planes, match, outside);
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned mismatches = 0;
        for (unsigned i = 0; i < COUNTED_ROWS; i++)
            mismatches += (~match[i][lane / 64] >> lane % 64 & 1) != 0;
        assert_int_equal(counter_of(to, planes, lane),
                         expected(counter_of(from, planes, lane), mismatches,
                                  (outside[lane / 64] >> lane % 64 & 1) != 0, planes));
    }
}

TEST(counters)
{
    struct random r = random_open(31, 0);
    for (unsigned planes = COUNTED_PLANES; planes <= MOST_PLANES; planes++)
        for (unsigned i = 0; i < CASES; i++)
            check_counters(planes, &r);
}

/* Each word of a vector counts. */
TEST(any_bit_of_a_vector)
{
    assert_false(any_bit((vec){0}));
    for (unsigned bit = 0; bit < 64; bit++) {
        assert_true(any_bit((vec){UINT64_C(1) << bit, 0}));
        assert_true(any_bit((vec){0, UINT64_C(1) << bit}));
    }
}

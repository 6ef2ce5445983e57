/* unit_distance_bounds.c - bounds of distances (query/distance_bounds.h) of two patterns. */
#include "query/distance_bounds.h"

#include "unit.h"

static struct pattern patterns[] = {{.index = 0, .k = 9}, {.index = 1, .k = 4}};

static struct query make_query(bool each)
{
    return (struct query){.best = true, .each = each, .npatterns = 2, .patterns = patterns};
}

static void check_limits(const struct distance_bounds *b, const struct query *q, uint32_t first,
                         uint32_t second)
{
    assert_int_equal(distance_bounds_limit(b, &patterns[0]), first);
    assert_int_equal(distance_bounds_limit(b, &patterns[1]), second);
    assert_int_equal(distance_bounds_greatest(b, patterns, 2), first > second ? first : second);
    assert_int_equal(distance_bounds_sum(b, q), first + second);
}

TEST(together)
{
    struct query q = make_query(false);
    struct distance_bounds b;
    assert_true(distance_bounds_open(&b, &q, false));
    assert_false(distance_bounds_known(&b));
    check_limits(&b, &q, 9, 4);
    distance_bounds_lower_for(&b, &q, 0, 6);
    assert_true(distance_bounds_known(&b));
    check_limits(&b, &q, 6, 4);
    distance_bounds_lower_for(&b, &q, 1, 3);
    check_limits(&b, &q, 3, 3);
    distance_bounds_reset(&b);
    assert_false(distance_bounds_known(&b));
    check_limits(&b, &q, 9, 4);
    distance_bounds_close(&b);
}

TEST(each)
{
    struct query q = make_query(true);
    for (uint32_t p = 0; p < 2; p++) {
        struct distance_bounds b;
        assert_true(distance_bounds_open(&b, &q, true));
        assert_false(distance_bounds_known(&b));
        distance_bounds_lower_for(&b, &q, p, 2);
        assert_true(distance_bounds_known(&b));
        check_limits(&b, &q, p == 0 ? 2 : 9, p == 0 ? 4 : 2);
        distance_bounds_lower(&b, 1);
        check_limits(&b, &q, 1, 1);
        distance_bounds_reset(&b);
        assert_false(distance_bounds_known(&b));
        distance_bounds_close(&b);
    }
}

/* Ranks send bounds after each change; a bound that does not fall is no change. */
TEST(changes)
{
    struct query q = make_query(true);
    struct distance_bounds b;
    assert_true(distance_bounds_open(&b, &q, true));
    distance_bounds_lower(&b, 5);
    distance_bounds_lower_one(&b, 1, 5);
    assert_int_equal(b.changes, 2);
    distance_bounds_lower(&b, 5);
    distance_bounds_lower(&b, 6);
    distance_bounds_lower_one(&b, 1, 5);
    assert_int_equal(b.changes, 2);
    distance_bounds_lower(&b, 4);
    assert_int_equal(b.changes, 3);
    distance_bounds_close(&b);
}

TEST(from_others)
{
    struct query q = make_query(true);
    struct distance_bounds one, other, together = DISTANCE_BOUNDS_TOGETHER;
    assert_true(distance_bounds_open(&one, &q, true));
    assert_true(distance_bounds_open(&other, &q, true));
    distance_bounds_lower_one(&one, 0, 7);
    distance_bounds_lower_one(&one, 1, 1);
    distance_bounds_lower_one(&other, 0, 5);
    distance_bounds_lower_one(&other, 1, 3);
    distance_bounds_adopt(&other, &one);
    check_limits(&other, &q, 5, 1);
    distance_bounds_copy(&other, &one);
    check_limits(&other, &q, 7, 1);
    distance_bounds_lower(&together, 2);
    distance_bounds_adopt(&one, &together);
    check_limits(&one, &q, 2, 1);
    distance_bounds_copy(&other, &together);
    check_limits(&other, &q, 2, 2);
    distance_bounds_close(&one);
    distance_bounds_close(&other);
}

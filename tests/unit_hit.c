/* unit_hit.c - lists of hits: order and bounds. */
#include "ref/random.h"
#include "scan/hit_check.h"
#include "unit.h"

enum { CASES = 200, MOST = 5000 };

static int compare(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return x->pattern < y->pattern ? -1 : x->pattern > y->pattern;
}

static int compare_patterns(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    if (x->pattern != y->pattern)
        return x->pattern < y->pattern ? -1 : 1;
    return compare(a, b);
}

/* Hits at different ends, in any order, or in ascending runs, one for each pattern. */
TEST(order)
{
    struct random r = random_open(1, 0);
    for (int i = 0; i < CASES; i++) {
        struct hits h = {.most = MOST};
        size_t n = random_log(&r, MOST), patterns = random_log(&r, 70000);
        uint32_t shift = (uint32_t)random_below(&r, 20);
        bool runs = random_percent(&r, 50);
        size_t of_run = 1 + n / random_log(&r, 30);
        for (size_t k = 0; k < n; k++)
            assert_true(hits_add(&h, (uint32_t)(runs ? k % of_run : k * 2654435761U) << shift, 3,
                                 (uint32_t)(runs ? k / of_run : random_below(&r, patterns))));
        struct hit *expected = calloc(n, sizeof *expected);
        for (size_t k = 0; k < n; k++)
            expected[k] = h.v[k];
        qsort(expected, n, sizeof *expected, compare);
        assert_true(hits_sort(&h));
        assert_int_equal(h.n, n);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(compare(&h.v[k], &expected[k]), 0);
        assert_true(hits_sort_by_pattern(&h));
        qsort(expected, n, sizeof *expected, compare_patterns);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(compare(&h.v[k], &expected[k]), 0);
        free(expected);
        hits_free(&h);
    }
}

/* Of several hits of a pattern at one end, the nearest is kept. */
TEST(nearest_at_an_end)
{
    static const struct hit found[] = {{7, 2, 1}, {7, 2, 0}, {5, 3, 0}, {7, 1, 1}, {5, 3, 0}},
                            kept[] = {{5, 3, 0}, {7, 2, 0}, {7, 1, 1}};
    struct hits h = {.most = MOST};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        assert_true(hits_add(&h, found[i].end, found[i].distance, found[i].pattern));
    assert_true(hits_settle(&h));
    assert_int_equal(h.n, sizeof kept / sizeof *kept);
    assert_memory_equal(h.v, kept, sizeof kept);
    hits_free(&h);
}

/* Every promise that an engine can break; the second hit breaks it. */
TEST(promises)
{
    struct pattern patterns[] = {{.m = 9, .k = 3}, {.m = 9, .k = 5}};
    struct query q = {.patterns = patterns, .npatterns = 2, .best = true};
    struct share own = {10, 20, 30};
    static const struct {
        struct hit hit;
        bool good;
    } seconds[] = {
        {{25, 2, 1}, true},  {{26, 2, 0}, true},  {{30, 2, 0}, true},  {{25, 2, 0}, false},
        {{24, 2, 1}, false}, {{31, 2, 0}, false}, {{20, 2, 0}, false}, {{26, 2, 2}, false},
        {{26, 4, 0}, false}, {{26, 3, 1}, false},
    };
    size_t at;
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        struct hit v[] = {{25, 2, 0}, seconds[i].hit};
        struct hits h = {.v = v, .n = 2};
        assert_int_equal(hits_wrong(&h, &q, own, 2, &at) == NULL, seconds[i].good);
        assert_int_equal(at, seconds[i].good ? 2 : 1);
    }
    struct hit first = {21, 2, 0}, before = {20, 2, 0};
    assert_null(hits_wrong(&(struct hits){.v = &first, .n = 1}, &q, own, 2, &at));
    assert_non_null(hits_wrong(&(struct hits){.v = &before, .n = 1}, &q, own, 2, &at));
}

TEST(full)
{
    struct hits h = {.most = 2}, more = {.most = 2};
    assert_true(hits_add(&h, 1, 0, 0) && hits_add(&more, 2, 0, 0));
    assert_true(hits_append(&h, &more));
    assert_false(h.full);
    assert_false(hits_append(&h, &more));
    assert_true(h.full);
    assert_int_equal(h.n, 2);
    hits_clear(&h);
    assert_false(h.full);
    assert_true(hits_sort(&h));
    hits_free(&h);
    hits_free(&more);
}

/* unit_top_n.c - --top: the bounds that unresolved hits give, against a count of their groups. */
#include "output/top_n.h"

#include "base/least.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 3000, SYMBOLS = 400, LENGTH = 6, DISTANCES = 9 };

/* Counts the groups of the ends within a distance, of patterns [from, to). With `begin`, only
 * groups without a lesser distance count. */
static uint64_t groups_within(const struct query *q, uint32_t from, uint32_t to,
                              const struct hits *hits, uint32_t distance, bool begin)
{
    uint64_t groups = 0;
    for (uint32_t p = from; p < to; p++) {
        uint32_t last = 0, least = UINT32_MAX, reach = q->patterns[p].m + distance;
        for (size_t i = 0; i < hits->n; i++) {
            const struct hit *h = &hits->v[i];
            if (h->pattern != p || h->distance > distance)
                continue;
            if (least < UINT32_MAX && h->end - last >= reach) {
                groups += !begin || least == distance;
                least = UINT32_MAX;
            }
            least = h->distance < least ? h->distance : least;
            last = h->end;
        }
        groups += least < UINT32_MAX && (!begin || least == distance);
    }
    return groups;
}

/* Hits of one to three patterns; the second and the third are strands of one. The bound is the
 * least distance up to which enough groups begin, so never above the distance within which there
 * are enough. */
TEST(bound)
{
    struct random r = random_open(1, 0);
    struct pattern patterns[] = {{.m = LENGTH, .k = DISTANCES - 1},
                                 {.m = 4, .k = 3, .index = 1},
                                 {.m = 4, .k = 3, .index = 1, .reverse = true}};
    size_t bounded = 0, nearer = 0, bounds = 0;
    for (int i = 0; i < CASES; i++) {
        struct query q = {.patterns = patterns, .npatterns = 1 + random_below(&r, 3), .best = true};
        struct hits h = {.most = HITS_MOST};
        struct distance_bounds bests;
        uint64_t results = 1 + random_below(&r, 6);
        uint64_t percent = 1 + random_below(&r, 60);
        for (uint32_t end = 0; end < SYMBOLS; end++)
            for (uint32_t p = 0; p < q.npatterns; p++)
                if (random_percent(&r, (unsigned)percent))
                    assert_true(
                        hits_add(&h, end, (uint32_t)random_below(&r, patterns[p].k + 1), p));
        q.each = random_percent(&r, 50);
        assert_true(distance_bounds_open(&bests, &q, q.each));
        top_n_bound(&q, results, &h, &bests);
        for (uint32_t p = 0, end; p < q.npatterns; p = end) {
            uint32_t actual = distance_bounds_one(&bests, p), first = 0, within = 0;
            uint64_t begun = 0;
            end = !q.each || p > 0 ? (uint32_t)q.npatterns : 1;
            while (first < DISTANCES &&
                   (begun += groups_within(&q, p, end, &h, first, true)) < results)
                first++;
            while (within < DISTANCES && groups_within(&q, p, end, &h, within, false) < results)
                within++;
            assert_int_equal(actual, first < DISTANCES ? first : UINT32_MAX);
            assert_true(first <= within);
            bounded += actual < UINT32_MAX;
            nearer += first < within;
            bounds++;
        }
        distance_bounds_close(&bests);
        hits_free(&h);
    }
    assert_true(bounded > bounds / 4 && bounded < bounds && nearer > 0);
}

/* A later result cannot be among the N if its group already has N that are as near. No later result
 * can if every group has N of distance 0. */
TEST(excludes)
{
    struct random r = random_open(2, 0);
    struct pattern patterns[] = {{.m = LENGTH, .k = 2}, {.m = 4, .k = 3, .index = 1}};
    for (int i = 0; i < CASES; i++) {
        struct query q = {.patterns = patterns, .npatterns = 2, .best = true};
        struct distance_bounds bests;
        struct top_n t;
        uint64_t results = 1 + random_below(&r, 4), within[2][3] = {{0}};
        q.each = random_percent(&r, 50);
        assert_true(distance_bounds_open(&bests, &q, q.each));
        top_n_open(&t, &q, results);
        for (int n = 0; n < 40; n++) {
            uint32_t p = (uint32_t)random_below(&r, 2), d = (uint32_t)random_below(&r, 3);
            top_n_add(&t, p, d, &bests);
            for (uint32_t at = d; at < 3; at++)
                within[q.each ? p : 0][at]++;
            const uint64_t *of = within[q.each ? p : 0];
            for (uint32_t at = 0; at < 3; at++) {
                uint64_t nearer = at > 0 ? least_u64(of[at - 1], results) : 0;
                assert_int_equal(top_n_excludes(&t, p, at), of[at] >= results);
                assert_int_equal(top_n_room(&t, p, at), least_u64(of[at], results) - nearer);
            }
            bool all = within[0][0] >= results && (!q.each || within[1][0] >= results);
            assert_int_equal(top_n_complete(&t), all);
        }
        top_n_reset(&t);
        assert_false(top_n_complete(&t));
        top_n_close(&t);
        distance_bounds_close(&bests);
    }
}

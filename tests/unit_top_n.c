/* unit_top_n.c - --top: bounds by hits that are not resolved yet, against a count of their groups.
 */
#include "output/top_n.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 3000, SYMBOLS = 400, LENGTH = 6, DISTANCES = 9 };

/* Groups of the ends of each pattern within a distance, counted anew. */
static uint64_t groups_within(const struct query *q, const struct hits *hits, uint32_t distance)
{
    uint64_t groups = 0;
    for (uint32_t p = 0; p < q->npatterns; p++) {
        bool any = false;
        uint32_t last = 0, reach = q->patterns[p].m + distance;
        for (size_t i = 0; i < hits->n; i++) {
            const struct hit *h = &hits->v[i];
            if (h->pattern != p || h->distance > distance)
                continue;
            groups += !any || h->end - last >= reach;
            any = true;
            last = h->end;
        }
    }
    return groups;
}

/* Hits of one pattern or two: within the bound there are enough groups; it is the least distance if
 * that suffices, and hardly ever missing where another does. */
TEST(bound)
{
    struct random r = random_open(1, 0);
    struct pattern patterns[] = {{.m = LENGTH, .k = DISTANCES - 1}, {.m = 4, .k = 3, .index = 1}};
    size_t bounded = 0, possible = 0;
    for (int i = 0; i < CASES; i++) {
        struct query q = {.patterns = patterns, .npatterns = 1 + random_below(&r, 2), .best = true};
        struct hits h = {.most = HITS_MOST};
        struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
        uint64_t wanted = 1 + random_below(&r, 6);
        uint64_t percent = 1 + random_below(&r, 60);
        uint32_t most = 0, least = UINT32_MAX;
        for (uint32_t end = 0; end < SYMBOLS; end++)
            for (uint32_t p = 0; p < q.npatterns; p++)
                if (random_percent(&r, (unsigned)percent)) {
                    uint32_t d = (uint32_t)random_below(&r, patterns[p].k + 1);
                    assert_true(hits_add(&h, end, d, p));
                    most = d > most ? d : most;
                    least = d < least ? d : least;
                }
        top_n_bound(&q, wanted, &h, &bests);
        uint32_t got = distance_bounds_all(&bests), first = least;
        while (first <= most && h.n > 0 && groups_within(&q, &h, first) < wanted)
            first++;
        possible += first <= most;
        bounded += got < UINT32_MAX;
        assert_true(got == UINT32_MAX ||
                    (got >= first && got <= most && groups_within(&q, &h, got) >= wanted));
        assert_true(first != least || h.n == 0 || got == least);
        hits_free(&h);
    }
    assert_true(bounded > CASES / 4 && bounded < CASES && bounded * 20 >= possible * 19);
}

/* No later result can be one of the N when every group has N of distance 0, and not before. */
TEST(complete)
{
    struct random r = random_open(2, 0);
    struct pattern patterns[] = {{.m = LENGTH, .k = 2}, {.m = 4, .k = 3, .index = 1}};
    for (int i = 0; i < CASES; i++) {
        struct query q = {.patterns = patterns, .npatterns = 2, .best = true};
        struct distance_bounds bests;
        struct top_n t;
        uint64_t wanted = 1 + random_below(&r, 4), zeros[2] = {0, 0};
        q.each = random_percent(&r, 50);
        assert_true(distance_bounds_open(&bests, &q));
        top_n_open(&t, &q, wanted);
        for (int n = 0; n < 40; n++) {
            uint32_t p = (uint32_t)random_below(&r, 2), d = (uint32_t)random_below(&r, 3);
            top_n_add(&t, p, d, &bests);
            zeros[q.each ? p : 0] += d == 0;
            bool all = zeros[0] >= wanted && (!q.each || zeros[1] >= wanted);
            assert_int_equal(top_n_complete(&t), all);
        }
        top_n_reset(&t);
        assert_false(top_n_complete(&t));
        top_n_close(&t);
        distance_bounds_close(&bests);
    }
}

/* unit_first_bound.c - best mode: the bound that the first scanned part gives, against a count of
 * results. */
#include "scan/first_bound.h"

#include "query/pattern.h"
#include "ref/random.h"
#include "text/decode.h"
#include "unit.h"

enum { CASES = 3000, LENGTH = 200, PATTERNS = 3, DISTANCES = 7 };

/* The second and the third pattern are strands of one. */
static struct pattern patterns[PATTERNS] = {
    {.m = 12, .k = DISTANCES - 1},
    {.m = 12, .k = DISTANCES - 1, .index = 1},
    {.m = 12, .k = DISTANCES - 1, .index = 1, .reverse = true},
};

/* Returns the number of results within a distance: records, once for each index with a hit there.
 */
static uint64_t results_within(const char *text, const struct hits *hits, uint32_t distance)
{
    uint64_t results = 0;
    bool found[2] = {false, false};
    for (size_t at = 0, next = 0; at <= LENGTH; at++) {
        for (; next < hits->n && hits->v[next].end == at; next++)
            if (hits->v[next].distance <= distance)
                found[patterns[hits->v[next].pattern].index] = true;
        if (at < LENGTH && text[at] != '\n')
            continue;
        results += (uint64_t)found[0] + found[1];
        found[0] = found[1] = false;
    }
    return results;
}

/* Draws hits; they may end after each symbol that is not a delimiter. */
static void draw_hits(struct random *r, char *text, struct hits *hits, size_t npatterns)
{
    unsigned records = 1 + (unsigned)random_below(r, 30), often = 1 + (unsigned)random_below(r, 40);
    for (uint32_t i = 0; i < LENGTH; i++) {
        text[i] = random_percent(r, records) ? '\n' : 'a';
        for (uint32_t p = 0; p < npatterns && text[i] != '\n'; p++)
            if (random_percent(r, often))
                assert_true(hits_add(hits, i + 1, (uint32_t)random_below(r, DISTANCES), p));
    }
}

/* The bound is the least distance within which there are enough results, unless it was lower
 * before. */
TEST(by_records)
{
    struct random r = random_open(1, 0);
    size_t lowered = 0;
    for (int i = 0; i < CASES; i++) {
        char text[LENGTH];
        struct hits hits = {.most = HITS_MOST};
        struct query q = {.patterns = patterns,
                          .npatterns = 1 + random_below(&r, PATTERNS),
                          .best = true,
                          .report.wanted = 1 + random_below(&r, 8)};
        struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
        uint32_t before = random_percent(&r, 50) ? UINT32_MAX : (uint32_t)random_below(&r, 9);
        uint32_t least = 0;
        draw_hits(&r, text, &hits, q.npatterns);
        struct chunk c = {.bytes = (unsigned char *)text,
                          .nbytes = LENGTH,
                          .length = LENGTH,
                          .own.end = LENGTH,
                          .delimiters.byte = '\n'};
        while (least < DISTANCES && results_within(text, &hits, least) < q.report.wanted)
            least++;
        bool enough = least < DISTANCES;
        distance_bounds_lower(&bests, before);
        assert_int_equal(first_bound_by_records(&q, &c, &hits, &bests), enough);
        assert_int_equal(distance_bounds_all(&bests), enough && least < before ? least : before);
        lowered += enough;
        hits_free(&hits);
    }
    assert_true(lowered > CASES / 4 && lowered < CASES);
}

/* An end lowers the bound only if an occurrence between word borders ends there, within the
 * distance of the scan. */
TEST(by_words)
{
    static const char text[] = "houses, a hxuse-boat\n";
    enum { INSIDE = 5, WORD = 15 }; /* ends of "house" and "hxuse" */
    const struct pattern_rules rules = {
        .utf8 = true, .limited = true, .word = true, .limit = {3, LIMIT_NONE}};
    struct pattern_source source = {.text = (char *)"house", .length = 5};
    struct query *q = (struct query *)patterns_compile(&source, 1, &rules);
    assert_non_null(q);
    struct alphabet *a = alphabet_open(q, '\n');
    struct chunk c = {.rules.utf8 = true};
    assert_non_null(a);
    assert_true(chunk_reserve(&c, strlen(text)));
    memcpy(c.bytes, text, strlen(text));
    c.nbytes = c.end_byte = strlen(text);
    assert_true(decode_chunk(&c, a, NULL));
    struct {
        uint32_t ends[2], d;
        bool found;
    } cases[] = {
        {{INSIDE, INSIDE}, 1, false}, {{INSIDE, WORD}, 1, true},    {{WORD, INSIDE}, 1, true},
        {{WORD, WORD}, 0, false},     {{INSIDE, INSIDE}, 0, false}, {{WORD, WORD}, 2, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hits hits = {.most = HITS_MOST};
        struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
        for (size_t h = 0; h < 2; h++)
            assert_true(hits_add(&hits, cases[i].ends[h], cases[i].ends[h] == WORD, 0));
        q->report.slack = (uint32_t)(i % 2);
        assert_int_equal(first_bound_by_words(q, a, &c, &hits, cases[i].d, &bests), cases[i].found);
        assert_int_equal(distance_bounds_all(&bests),
                         cases[i].found ? cases[i].d + q->report.slack : UINT32_MAX);
        hits_free(&hits);
    }
    chunk_free(&c);
    alphabet_close(a);
    query_free(q);
}

/* Nearly all ends are hits only without a bound, and if the limit is at least half a pattern. */
TEST(lacks)
{
    struct pattern few[] = {{.m = 12, .k = 5}, {.m = 13, .k = 5}};
    struct query q = {.patterns = few, .npatterns = 2, .best = true};
    struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
    assert_false(first_bound_lacks(&q, &bests));
    few[1].k = 6;
    assert_true(first_bound_lacks(&q, &bests));
    q.report.lowers = LOWERS_ENDS;
    assert_false(first_bound_lacks(&q, &bests));
    q.report.lowers = LOWERS_NONE;
    q.best = false;
    assert_false(first_bound_lacks(&q, &bests));
    q.best = true;
    distance_bounds_lower(&bests, 6);
    assert_false(first_bound_lacks(&q, &bests));
}

/* The first part is at most half of the text. If a bound is known, it is exactly half, and scanning
 * it first does not pay. */
TEST(share)
{
    struct random r = random_open(2, 0);
    size_t paid = 0;
    for (int i = 0; i < CASES; i++) {
        struct query q = {.patterns = patterns,
                          .npatterns = 1 + random_below(&r, PATTERNS),
                          .best = random_percent(&r, 90),
                          .automata = random_percent(&r, 50),
                          .overlap = random_percent(&r, 30) ? OVERLAP_RECORD : 18};
        struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
        size_t n = 1 + random_below(&r, UINT64_C(1) << (1 + random_below(&r, 22)));
        q.report.lowers = (enum report_lowers)random_below(&r, 3);
        q.report.filtered = random_percent(&r, 30);
        q.report.wanted = random_below(&r, 20);
        if (random_percent(&r, 10))
            distance_bounds_lower(&bests, 3);
        bool known = !q.best || distance_bounds_known(&bests), many = random_percent(&r, 50);
        size_t share = first_bound_share(&q, &bests, n);
        bool pays = first_bound_pays(&q, &bests, n, many);
        assert_true(share <= n / 2);
        if (known)
            assert_int_equal(share, n / 2);
        else if (q.overlap != OVERLAP_RECORD && q.report.lowers != LOWERS_ENDS)
            assert_true(share == n / 2 || share > q.report.wanted * q.overlap);
        assert_false(pays && known);
        if (pays)
            assert_true(share < n / 2 || q.report.filtered);
        assert_false(n < first_bound_least && pays && !q.automata && !q.report.filtered);
        paid += pays;
    }
    assert_true(paid > CASES / 8 && paid < CASES / 2);
}

/* Returns whether a first part pays in n symbols, for a pattern of twelve symbols with six edits.
 */
static bool pays(enum report_lowers lowers, bool automata, size_t n, bool many)
{
    struct query q = {
        .patterns = patterns, .npatterns = 1, .best = true, .automata = automata, .overlap = 18};
    struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
    q.report.lowers = lowers;
    return first_bound_pays(&q, &bests, n, many);
}

/* For few patterns whose ends lower the bound, the text must be longer than for many; it may be
 * short for automata without a bound. */
TEST(part_pays)
{
    size_t n = first_bound_least;
    assert_true(pays(LOWERS_NONE, false, n, false));
    assert_false(pays(LOWERS_NONE, false, n - 1, true));
    assert_true(pays(LOWERS_NONE, true, n - 1, false));
    assert_true(pays(LOWERS_ENDS, false, n, true));
    assert_false(pays(LOWERS_ENDS, false, n, false));
    assert_true(pays(LOWERS_ENDS, false, 8 * n, false));
    assert_false(pays(LOWERS_ENDS, true, n - 1, true));
    assert_false(pays(LOWERS_RECORDS, false, 8 * n, true));
    assert_true(pays(LOWERS_RECORDS, true, n - 1, false));
}

/* Patterns are searched one by one in a small part if their ends lower the bound and there is none
 * yet. */
TEST(one_by_one)
{
    struct query q = {.patterns = patterns, .npatterns = 3, .best = true, .overlap = 18};
    struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
    q.report.lowers = LOWERS_ENDS;
    assert_true(first_bound_one_by_one(&q, &bests, first_bound_share(&q, &bests, 1 << 20)));
    assert_false(first_bound_one_by_one(&q, &bests, 1 << 20));
    q.report.lowers = LOWERS_NONE;
    assert_false(first_bound_one_by_one(&q, &bests, 100));
    q.report.lowers = LOWERS_ENDS;
    distance_bounds_lower(&bests, 3);
    assert_false(first_bound_one_by_one(&q, &bests, 100));
}

/* A scan for d edits is fast if pieces have eight symbols. */
TEST(fast)
{
    struct pattern few[] = {{.m = 24}, {.m = 40}};
    struct query q = {.patterns = few, .npatterns = 2};
    assert_true(first_bound_fast(&q, 0));
    assert_true(first_bound_fast(&q, 2));
    assert_false(first_bound_fast(&q, 3));
    few[0].m = 1;
    assert_true(first_bound_fast(&q, 0));
}

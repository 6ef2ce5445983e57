/*
 * unit_hanging.c - occurrences that hang over their record: their ends (scan/overhangs.h) and their
 * costs (hanging.h), against the whole table of each beginning. The record lies between two others,
 * whose text counts for nothing.
 */
#include "match/hanging.h"
#include "ref/random.h"
#include "scan/overhangs.h"
#include "small.h"
#include "unit.h"

enum { CASES = 1500, LONGEST = 70, MOST_TEXT = 80, BEGIN = 3 /* of the record */ };

struct instance {
    enum metric metric;
    uint32_t m, k, inside;
    size_t n; /* of the record */
    char pattern[LONGEST + 1], text[MOST_TEXT + 1];
};

typedef uint32_t table_of_distances[LONGEST + 1][MOST_TEXT + 1];

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Byte i of a string of n bytes, from its end if `back`. */
static char byte_of(const char *s, size_t n, size_t i, bool back)
{
    return s[back ? n - 1 - i : i];
}

/* Sets d[i][j] to the distance of the first i bytes of the pattern from j bytes that begin at
 * text[from]; with `back`, of the last i bytes from the j bytes before text[from]. */
static void fill_distances(table_of_distances d, const struct instance *x, size_t from, bool back)
{
    const char *text = back ? x->text : x->text + from;
    size_t n = back ? from : x->n - from;
    for (size_t i = 0; i <= x->m; i++)
        for (size_t j = 0; j <= n; j++) {
            d[i][j] = (uint32_t)(i + j);
            if (i == 0 || j == 0)
                continue;
            char p = byte_of(x->pattern, x->m, i - 1, back), t = byte_of(text, n, j - 1, back);
            uint32_t change = p == t ? 0 : x->metric == METRIC_INDEL ? 2 : 1;
            d[i][j] = lesser(d[i - 1][j - 1] + change, lesser(d[i - 1][j], d[i][j - 1]) + 1);
            if (x->metric == METRIC_OSA && i > 1 && j > 1 && p == byte_of(text, n, j - 2, back) &&
                t == byte_of(x->pattern, x->m, i - 2, back))
                d[i][j] = lesser(d[i][j], d[i - 2][j - 2] + 1);
        }
}

/* Returns the cost of an occurrence with n items inside. */
static uint32_t cost_of(const struct instance *x, uint32_t distance, uint32_t n)
{
    return distance <= x->k * n / x->m ? distance + x->m - n : HANGING_NONE;
}

static void draw(struct instance *x, struct random *r)
{
    x->m = (uint32_t)random_between(r, 2, random_percent(r, 90) ? 9 : LONGEST);
    x->k = (uint32_t)random_below(r, x->m);
    x->inside = (uint32_t)random_between(r, 1, x->m - 1);
    for (size_t i = 0; i < x->m; i++)
        x->pattern[i] = (char)('a' + random_below(r, 3));
    x->pattern[x->m] = '\0';
    size_t shift = random_below(r, x->m), most = random_between(r, 0, x->m + 8);
    unsigned noise = (unsigned)random_below(r, 60);
    for (x->n = 0; x->n < most; x->n++) {
        shift += random_percent(r, noise / 2);
        bool same = !random_percent(r, noise);
        x->text[x->n] = same ? x->pattern[(x->n + shift) % x->m] : (char)('a' + random_below(r, 3));
        if (x->n > 0 && random_percent(r, noise / 2)) {
            char c = x->text[x->n];
            x->text[x->n] = x->text[x->n - 1];
            x->text[x->n - 1] = c;
        }
    }
}

/* Keeps the lesser cost, and of equal ones the lesser start. */
static void improve(uint32_t *cost, size_t *start, uint32_t other, size_t from)
{
    if (other < *cost || (other == *cost && other != HANGING_NONE && from < *start)) {
        *cost = other;
        *start = from;
    }
}

static uint32_t expected_end(const struct instance *x, size_t end, size_t *start)
{
    static table_of_distances d;
    uint32_t cost = HANGING_NONE;
    for (size_t from = 0; from <= end; from++) {
        fill_distances(d, x, from, false);
        for (uint32_t n = x->inside; n <= x->m; n++)
            if (n == x->m || end == x->n)
                improve(&cost, start, cost_of(x, d[n][end - from], n), from);
    }
    fill_distances(d, x, end, true);
    for (uint32_t n = x->inside; n < x->m; n++)
        improve(&cost, start, cost_of(x, d[n][end], n), 0);
    return cost;
}

static struct hanging_cost expected_part(const struct instance *x, size_t from, size_t to)
{
    static table_of_distances d;
    fill_distances(d, x, from, false);
    struct hanging_cost least = {.cost = cost_of(x, d[x->m][to - from], x->m)};
    for (int before = 0; before < 2; before++) {
        if (before ? from > 0 : to < x->n)
            continue;
        fill_distances(d, x, before ? to : from, before != 0);
        for (uint32_t n = x->inside; n < x->m; n++) {
            uint32_t cost = cost_of(x, d[n][to - from], n), outside = x->m - n;
            bool better = cost < least.cost ||
                          (cost != HANGING_NONE && cost == least.cost &&
                           (outside > least.outside || (before && outside == least.outside)));
            if (better)
                least = (struct hanging_cost){cost, outside, before != 0};
        }
    }
    return least;
}

static void check_ends(const struct instance *x, struct hanging *h, const struct hanging_record *r)
{
    for (size_t end = 1; end <= x->n; end++) {
        size_t start = 0, expected = 0;
        uint32_t cost = expected_end(x, end, &expected);
        assert_int_equal(hanging_ends(h, r, 0, BEGIN + end, &start), cost);
        if (cost != HANGING_NONE)
            assert_int_equal(start, BEGIN + expected);
    }
}

static void check_parts(const struct instance *x, struct hanging *h, const struct hanging_record *r,
                        struct random *random)
{
    for (unsigned i = 0; i < 8 && x->n > 0; i++) {
        size_t from = random_percent(random, 50) ? 0 : random_below(random, x->n);
        size_t to = random_percent(random, 50) ? x->n : random_between(random, from, x->n);
        to = to - from < x->m + x->k ? to : from + x->m + x->k;
        struct hanging_cost expected = expected_part(x, from, to);
        struct hanging_cost got = hanging_part(h, r, 0, BEGIN + from, BEGIN + to);
        assert_int_equal(got.cost, expected.cost);
        if (got.cost == HANGING_NONE)
            continue;
        assert_int_equal(got.outside, expected.outside);
        assert_int_equal(got.before, expected.before);
    }
}

/* Returns the least distance at an end with at most `most` items inside, plus what their limit is
 * below k; above k: no hit. */
static uint32_t expected_hit(const struct instance *x, size_t end, uint32_t most)
{
    static table_of_distances d;
    uint32_t least = HANGING_NONE;
    fill_distances(d, x, end, true);
    for (uint32_t n = x->inside; n <= most; n++)
        least = lesser(least, d[n][end] + x->k - x->k * n / x->m);
    for (size_t from = 0; from <= end && end == x->n; from++) {
        fill_distances(d, x, from, false);
        for (uint32_t n = x->inside; n < x->m; n++)
            least = lesser(least, d[n][end - from] + x->k - x->k * n / x->m);
    }
    return least;
}

/* The hits at the ends of the record, in order. */
static void check_hits(const struct instance *x, const struct query *q, const struct alphabet *a,
                       const struct chunk *c)
{
    struct overhangs *overhangs = overhangs_open(q, a);
    struct hits hits = {.most = HITS_MOST};
    assert_int_equal(overhangs_add(overhangs, c, &hits), ENGINE_OK);
    size_t i = 0;
    while (i < hits.n && hits.v[i].end <= BEGIN)
        i++;
    for (size_t end = 1; end <= x->n; end++) {
        bool hit = i < hits.n && hits.v[i].end == BEGIN + end;
        assert_true(hit || expected_hit(x, end, x->m - 1) > x->k); /* an engine finds whole ones */
        if (hit)
            assert_int_equal(hits.v[i++].distance, expected_hit(x, end, x->m));
    }
    assert_true(i == hits.n || hits.v[i].end > BEGIN + x->n);
    hits_free(&hits);
    overhangs_close(overhangs);
}

static void check_case(uint64_t number, enum metric metric)
{
    static struct instance x;
    struct random r = random_open(11, number);
    struct small s = {.options.records.delimiter_byte = '\n'};
    char text[BEGIN + MOST_TEXT + 4];
    x.metric = metric;
    draw(&x, &r);
    s.options.query.rules =
        (struct pattern_rules){.metric = metric, .limited = true, .overhang = x.inside};
    s.options.query.rules.limit = (struct limit){x.k, LIMIT_NONE};
    assert_true(small_compile(&s, (const char *[]){x.pattern}, 1));
    int length = snprintf(text, sizeof text, "ab\n%.*s\nba\n", (int)x.n, x.text);
    small_feed(&s, (const unsigned char *)text, (size_t)length, 4 * MOST_TEXT);
    assert_true(small_next(&s));
    struct hanging *h = hanging_open(s.query, s.alphabet);
    struct hanging_record record = {&s.chunk, BEGIN};
    check_ends(&x, h, &record);
    check_parts(&x, h, &record, &r);
    check_hits(&x, s.query, s.alphabet, &s.chunk);
    hanging_close(h);
    small_done(&s);
    small_close(&s);
}

TEST(costs)
{
    for (uint64_t number = 0; number < CASES; number++)
        check_case(number,
                   (const enum metric[]){METRIC_LEVENSHTEIN, METRIC_INDEL, METRIC_OSA}[number % 3]);
}

/*
 * unit_fixed_end_distance.c - where the longest texts with a distance begin, against the whole
 * table (ref/naive.h). Patterns of several blocks repeat themselves, so that many ends have the
 * same start and many starts the same distance. Ends of two patterns alternate, and some come in
 * reverse order.
 */
#include "ref/naive.h"
#include "ref/random.h"
#include "scan/fixed_end_distance.h"
#include "small.h"
#include "unit.h"

enum { CASES = 40, PATTERNS = 2, LONGEST = 150, MOST_TEXT = 1200, QUERIES = 1500, BACK = 6 };

struct string {
    char c[MOST_TEXT + 1];
    size_t n;
};

struct table {
    size_t *distances, *starts; /* of each end */
};

static void append(struct string *to, char c)
{
    if (to->n < MOST_TEXT)
        to->c[to->n++] = c;
    to->c[to->n] = '\0';
}

/* Appends n bytes of a repeated period, and edits `percent` of them. */
static void append_copy(struct string *to, const struct string *period, size_t n, unsigned percent,
                        struct random *r)
{
    for (size_t i = 0; i < n; i++) {
        unsigned kind = random_percent(r, percent) ? (unsigned)random_below(r, 3) : 3;
        if (kind > 0)
            append(to, kind == 1 ? (char)('a' + random_below(r, 2)) : period->c[i % period->n]);
        if (kind == 2)
            append(to, (char)('a' + random_below(r, 2)));
    }
}

static void draw_patterns(struct string *patterns, struct random *r)
{
    struct string period = {.n = 0};
    for (size_t i = random_between(r, 1, 9); i > 0; i--)
        append(&period, (char)('a' + random_below(r, 2)));
    for (size_t p = 0; p < PATTERNS; p++) {
        patterns[p].n = 0;
        append_copy(&patterns[p], &period, random_between(r, 70, LONGEST), 4, r);
    }
}

static void draw_text(struct string *text, const struct string *patterns, struct random *r)
{
    text->n = 0;
    while (text->n < MOST_TEXT) {
        const struct string *p = &patterns[random_below(r, PATTERNS)];
        append_copy(text, p, random_between(r, 1, 2 * p->n), (unsigned)random_below(r, 12), r);
    }
}

static void check_ends(const struct small *s, const struct table *tables, size_t n,
                       struct random *r)
{
    struct fixed_end *t = fixed_end_open(s->query, s->alphabet);
    size_t end = 1;
    uint32_t pattern = 0;
    for (unsigned i = 0; i < QUERIES; i++) {
        if (random_percent(r, 15))
            pattern = (uint32_t)random_below(r, PATTERNS);
        end = random_percent(r, 80) ? end + random_below(r, 4) : end - random_below(r, BACK) % end;
        end = end > n ? 1 : end;
        if (end == 1)
            fixed_end_forget(t);
        size_t d = tables[pattern].distances[end];
        if (d <= s->query->patterns[pattern].k)
            assert_int_equal(fixed_end_start(t, &s->chunk, pattern, end, (uint32_t)d),
                             tables[pattern].starts[end]);
    }
    fixed_end_close(t);
}

static void check_case(uint64_t number, enum metric metric, enum naive_metric naive)
{
    static struct string patterns[PATTERNS], text;
    struct random r = random_open(3, number);
    struct small s = {.options.records.delimiter_byte = '\n'};
    struct table tables[PATTERNS];
    draw_patterns(patterns, &r);
    draw_text(&text, patterns, &r);
    s.options.query.rules = (struct pattern_rules){.metric = metric, .limited = true};
    s.options.query.rules.limit = (struct limit){random_between(&r, 1, 30), LIMIT_NONE};
    assert_true(small_compile(&s, (const char *[]){patterns[0].c, patterns[1].c}, PATTERNS));
    const struct naive_options rules = {.metric = naive};
    for (size_t p = 0; p < PATTERNS; p++)
        (void)naive_last_row(&rules,
                             (struct naive_bytes){(unsigned char *)patterns[p].c, patterns[p].n},
                             (struct naive_bytes){(unsigned char *)text.c, text.n},
                             &tables[p].distances, &tables[p].starts);
    small_feed(&s, (unsigned char *)text.c, text.n, 2 * MOST_TEXT);
    assert_true(small_next(&s));
    assert_int_equal(s.chunk.length, text.n);
    check_ends(&s, tables, text.n, &r);
    small_done(&s);
    small_close(&s);
    for (size_t p = 0; p < PATTERNS; p++) {
        free(tables[p].distances);
        free(tables[p].starts);
    }
}

TEST(scores_between_others)
{
    const uint32_t v[] = {9, 9, 5, 6, 9, 9};
    const struct scores s = {.least = 2, .n = 2, .v = v + 2};
    for (size_t l = 0; l < 6; l++)
        assert_int_equal(score_of(s, l), l == 2 || l == 3 ? 3 + l : UINT32_MAX);
}

TEST(test_starts)
{
    for (uint64_t number = 0; number < CASES; number++) {
        check_case(number, METRIC_LEVENSHTEIN, NAIVE_LEVENSHTEIN);
        check_case(number, METRIC_INDEL, NAIVE_INDEL);
        check_case(number, METRIC_OSA, NAIVE_OSA);
    }
}

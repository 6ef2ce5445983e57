/* unit_sieve.c - which texts the sieve excludes, against the table of distances; and barren chunks.
 */
#include "base/utf8.h"
#include "fake_clock.h"
#include "filter/sieve.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 20000, MOST_TEXT = 300, MOST_PATTERN = 24, SOURCES = 2 };

/* Few letters, of one to four bytes; some share bytes. Two are undecodable bytes. */
static const char *const letters[] = {
    "a", "b", "c", "\xc3\xa9", "\xc3\xa8", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xa9", "\xe2"};
enum { WELL_FORMED = 7, LETTERS = sizeof letters / sizeof *letters };

/* Bytes and their characters. */
struct text {
    unsigned char bytes[4 * MOST_TEXT];
    uint32_t characters[4 * MOST_TEXT];
    size_t length, n;
};

static void draw_text(struct text *t, struct random *r, size_t n, size_t from)
{
    t->length = t->n = 0;
    for (size_t i = 0; i < n; i++) {
        const char *letter = letters[random_below(r, from)];
        memcpy(t->bytes + t->length, letter, strlen(letter));
        t->length += strlen(letter);
    }
}

static void read_characters(struct text *t, bool utf8)
{
    for (size_t at = 0; at < t->length; t->n++)
        at += utf8_or_byte(utf8, t->bytes + at, t->length - at, &t->characters[t->n]);
}

static size_t table[4 * MOST_TEXT + 1][4 * MOST_PATTERN + 1];

/* Returns the least distance of the pattern to any part of the text. Column j of the table has the
 * ends after j characters. With METRIC_HAMMING only the last row holds distances. */
static size_t least(enum metric metric, const struct text *pattern, const struct text *text)
{
    const uint32_t *x = pattern->characters, *y = text->characters;
    size_t best = SIZE_MAX, other = metric == METRIC_INDEL ? 2 : 1;
    for (size_t j = 0; j <= text->n; j++) {
        table[j][0] = 0;
        for (size_t i = 1; i <= pattern->n; i++) {
            size_t d = SIZE_MAX / 2;
            if (j > 0)
                d = table[j - 1][i - 1] + (x[i - 1] == y[j - 1] ? 0 : other);
            if (metric != METRIC_HAMMING && table[j][i - 1] + 1 < d)
                d = table[j][i - 1] + 1;
            if (metric != METRIC_HAMMING && j > 0 && table[j - 1][i] + 1 < d)
                d = table[j - 1][i] + 1;
            if (metric == METRIC_OSA && i > 1 && j > 1 && x[i - 1] == y[j - 2] &&
                x[i - 2] == y[j - 1] && table[j - 2][i - 2] + 1 < d)
                d = table[j - 2][i - 2] + 1;
            table[j][i] = d;
        }
        best = table[j][pattern->n] < best ? table[j][pattern->n] : best;
    }
    return best;
}

static const struct query *compile(enum metric metric, struct text *patterns, size_t n, uint32_t k,
                                   bool utf8, bool ignore_case)
{
    struct pattern_source sources[SOURCES];
    for (size_t i = 0; i < n; i++)
        sources[i] = (struct pattern_source){.text = (char *)patterns[i].bytes,
                                             .length = patterns[i].length};
    struct pattern_rules rules = {.metric = metric,
                                  .utf8 = utf8,
                                  .limited = true,
                                  .limit = {k, LIMIT_NONE},
                                  .ignore_case = ignore_case};
    const struct query *q = patterns_compile(sources, n, &rules);
    assert_non_null(q);
    return q;
}

/* Returns the pattern with two neighbours exchanged. */
static struct text exchanged(const struct text *pattern, struct random *r)
{
    struct text t = {.length = 0};
    size_t at = pattern->n > 1 ? random_below(r, pattern->n - 1) : pattern->n;
    for (size_t i = 0; i < pattern->n; i++) {
        size_t from = i == at ? i + 1 : i == at + 1 ? i - 1 : i;
        t.length += utf8_encode(pattern->characters[from], t.bytes + t.length);
    }
    return t;
}

/* Plants most of the pattern into the text. */
static void plant(struct text *t, struct random *r, const struct text *pattern)
{
    size_t left = random_below(r, 4), n = pattern->length > left ? pattern->length - left : 0;
    if (n > t->length)
        return;
    memcpy(t->bytes + random_below(r, t->length - n + 1), pattern->bytes, n);
}

/* Returns a part of a text. */
static struct text part_of(const struct text *text, struct span span)
{
    struct text part = {.length = span.end - span.start};
    memcpy(part.bytes, text->bytes + span.start, part.length);
    read_characters(&part, false);
    return part;
}

/* Checks that all ends whose distance is within k have the same distance in the part that
 * sieve_reach() returns, and that other parts have no such ends. Characters are single bytes. */
static void check_reach(const struct sieve *s, enum metric metric, const struct text *pattern,
                        uint32_t k, const struct text *text)
{
    static size_t distances[4 * MOST_TEXT + 1];
    struct span reach = sieve_reach(s, text->bytes, text->length);
    struct text part = part_of(text, reach);
    (void)least(metric, pattern, text);
    for (size_t j = 0; j <= text->n; j++)
        distances[j] = table[j][pattern->n];
    (void)least(metric, pattern, &part);
    for (size_t j = 0; j <= text->n; j++)
        if (distances[j] <= k && !(j > reach.start && j <= reach.end &&
                                   table[j - reach.start][pattern->n] == distances[j]))
            fail_msg("end %zu, at distance %zu <= %u, is beyond [%zu, %zu)", j, distances[j], k,
                     reach.start, reach.end);
}

/* Returns whether the sieve excludes all patterns of the query from the text. */
static bool excludes_text(const struct sieve *s, const struct query *q, unsigned char *text,
                          size_t n)
{
    struct sieve_plan plan = {0};
    struct alphabet *a = alphabet_open(q, '\n');
    struct chunk c = {.bytes = text, .nbytes = n, .end_byte = n, .rules.utf8 = q->utf8};
    assert_null(ways_force("sieve"));
    assert_true(sieve_decode(s, &plan, &c, a, NULL));
    assert_null(ways_force(NULL));
    bool excluded = c.decoding.barren;
    chunk_free(&c);
    alphabet_close(a);
    return excluded;
}

/* The sieve excludes no text with an occurrence, and many of the others. */
TEST(excludes)
{
    size_t excluded = 0;
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(1, i);
        struct text patterns[SOURCES], text;
        bool utf8 = random_percent(&r, 70);
        size_t n = random_between(&r, 1, SOURCES), distance = SIZE_MAX;
        uint32_t k = (uint32_t)random_below(&r, 4);
        enum metric metric = (enum metric)random_below(&r, METRICS);
        draw_text(&text, &r, random_below(&r, MOST_TEXT), random_between(&r, 2, LETTERS));
        for (size_t p = 0; p < n; p++) {
            draw_text(&patterns[p], &r, random_between(&r, k + 1, MOST_PATTERN), WELL_FORMED);
            read_characters(&patterns[p], utf8);
            if (utf8 && random_percent(&r, 20)) {
                struct text other = exchanged(&patterns[p], &r);
                plant(&text, &r, &other);
            } else if (random_percent(&r, 30)) {
                plant(&text, &r, &patterns[p]);
            }
        }
        read_characters(&text, utf8);
        for (size_t p = 0; p < n; p++) {
            size_t d = least(metric, &patterns[p], &text);
            distance = d < distance ? d : distance;
        }
        const struct query *q = compile(metric, patterns, n, k, utf8, false);
        struct sieve sieve;
        sieve_open(&sieve, q);
        bool none = excludes_text(&sieve, q, text.bytes, text.length);
        if (none && distance <= k)
            fail_msg("case %llu: excluded, at distance %zu <= %u", (unsigned long long)i, distance,
                     k);
        excluded += none;
        for (size_t p = 0; !utf8 && p < n; p++)
            check_reach(&sieve, metric, &patterns[p], k, &text);
        query_free(q);
    }
    assert_true(excluded > CASES / 10);
}

/* The sieve finds an occurrence at any place of a long text, by either piece. */
TEST(any_place)
{
    enum { LONG = 400 };
    struct text pattern = {.bytes = "abcdef", .length = 6};
    unsigned char text[LONG];
    struct sieve sieve;
    const struct query *q = compile(METRIC_LEVENSHTEIN, &pattern, 1, 1, true, false);
    sieve_open(&sieve, q);
    for (size_t n = 5; n <= LONG; n++)
        for (size_t at = 0; at + 5 <= n; at++) {
            memset(text, 'd', n);
            memcpy(text + at, at % 2 == 0 ? "abc" : "def", 3);
            assert_true(excludes_text(&sieve, q, text, n));
            memcpy(text + at, at % 2 == 0 ? "abcef" : "acdef", 5);
            assert_false(excludes_text(&sieve, q, text, n));
        }
    query_free(q);
}

/* The sieve looks at all pieces, however many there are; it ignores the pieces of patterns that are
 * too long. */
TEST(long_pattern)
{
    struct text pattern = {.bytes = "abcdef", .length = 6};
    unsigned char text[300];
    struct sieve sieve;
    const struct query *q = compile(METRIC_LEVENSHTEIN, &pattern, 1, 1, true, false);
    sieve_open(&sieve, q);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (unsigned char)"abcxxx"[i % 6];
    assert_true(excludes_text(&sieve, q, text, 18));
    assert_true(excludes_text(&sieve, q, text, sizeof text));
    query_free(q);
    memset(pattern.bytes, 'y', SIEVE_ROWS + 1);
    pattern.length = SIEVE_ROWS + 1;
    q = compile(METRIC_LEVENSHTEIN, &pattern, 1, 1, true, false);
    sieve_open(&sieve, q);
    assert_true(sieve.n > 0 && excludes_text(&sieve, q, text, 18));
    memset(text, 'y', 60);
    assert_false(excludes_text(&sieve, q, text, 60));
    query_free(q);
}

/* Returns whether this pattern has a sieve. */
static bool has_sieve(const char *bytes, uint32_t k, bool ignore_case)
{
    struct text pattern = {.length = strlen(bytes)};
    memcpy(pattern.bytes, bytes, pattern.length);
    struct sieve sieve;
    const struct query *q = compile(METRIC_LEVENSHTEIN, &pattern, 1, k, true, ignore_case);
    sieve_open(&sieve, q);
    query_free(q);
    return sieve.n > 0;
}

/* With exchanges, no text has two pieces side by side. */
TEST(exchange_across_pieces)
{
    struct text pattern = {.bytes = "abcdef", .length = 6};
    struct sieve sieve;
    const struct query *q = compile(METRIC_OSA, &pattern, 1, 1, true, false);
    sieve_open(&sieve, q);
    assert_int_equal(sieve.n, 2);
    for (size_t i = 0; i + 1 < pattern.length; i++) {
        unsigned char text[] = "xabcdefx", c = text[i + 1];
        text[i + 1] = text[i + 2];
        text[i + 2] = c;
        assert_false(excludes_text(&sieve, q, text, sizeof text));
    }
    query_free(q);
}

TEST(patterns)
{
    assert_true(has_sieve("abcdefgh", 0, false));
    assert_true(has_sieve("abcdefgh", 3, false));
    assert_false(has_sieve("abcdefgh", 4, false));        /* a piece of one byte */
    assert_true(has_sieve("\xc3\xa9\xc3\xa8", 1, false)); /* pieces of two bytes */
    assert_false(has_sieve("abcdefgh", 1, true));         /* a letter has several forms */
    assert_true(has_sieve("abcdefghijklmnop", 7, false));
    assert_false(has_sieve("abcdefghijklmnopqr", 8, false)); /* nine pieces */
}

/* Returns whether these expressions have a sieve. */
static bool expressions_have_sieve(const char *const *expressions, size_t n)
{
    struct pattern_source sources[SOURCES];
    for (size_t i = 0; i < n; i++)
        sources[i] = (struct pattern_source){.text = (char *)expressions[i],
                                             .length = strlen(expressions[i])};
    struct pattern_rules rules = {.utf8 = true, .expression = true, .limited = true};
    const struct query *q = patterns_compile(sources, n, &rules);
    struct sieve sieve;
    assert_non_null(q);
    sieve_open(&sieve, q);
    query_free(q);
    return sieve.n > 0;
}

TEST(expressions)
{
    static const char *const pieces[] = {"(abcd|efgh)+"}, *const short_piece[] = {"a[0-9]+b"};
    static const char *const four[] = {"(abcd|cdef|efgh|ghij)+", "(bcde|defg|fghi|hijk)+"};
    static const char *const five[] = {"(abcd|cdef|efgh|ghij)+", "(bcde|defg|fghi|hijk|jklm)+"};
    assert_true(expressions_have_sieve(pieces, 1));
    assert_false(expressions_have_sieve(short_piece, 1));
    assert_true(expressions_have_sieve(four, 2));  /* eight pieces */
    assert_false(expressions_have_sieve(five, 2)); /* nine */
}

/* A piece of NULs is not found in the padding of the last block. */
TEST(behind_the_text)
{
    struct text pattern = {.bytes = "ab\0\0", .length = 4};
    unsigned char text[40] = "ab";
    struct sieve sieve;
    const struct query *q = compile(METRIC_LEVENSHTEIN, &pattern, 1, 0, true, false);
    sieve_open(&sieve, q);
    assert_true(sieve.n > 0);
    for (size_t n = 2; n < sizeof text; n++) {
        struct span reach = sieve_reach(&sieve, text, n);
        assert_int_equal(reach.end > reach.start, n >= pattern.length);
    }
    query_free(q);
}

/* Decodes the chunk, or marks it barren. The sieve is forced wherever it can be used. */
static bool decode(const struct sieve *s, struct chunk *c, struct alphabet *a,
                   struct helpers *helpers)
{
    static struct sieve_plan plan;
    assert_null(ways_force("sieve"));
    bool good = sieve_decode(s, &plan, c, a, helpers);
    assert_null(ways_force(NULL));
    return good;
}

/* A chunk without occurrences is barren and owns no symbols; a large chunk only if it is not ASCII.
 */
TEST(chunks)
{
    enum { LARGE = 1 << 15 };
    static unsigned char text[LARGE];
    struct text pattern = {.bytes = "abcdef", .length = 6};
    const struct query *q = compile(METRIC_LEVENSHTEIN, &pattern, 1, 1, true, false);
    struct alphabet *a = alphabet_open(q, '\n');
    assert_non_null(a);
    memset(text, 'x', LARGE);
    struct sieve sieve;
    sieve_open(&sieve, q);
    struct chunk c = {.bytes = text, .nbytes = LARGE, .end_byte = LARGE - 1, .rules.utf8 = true};
    assert_true(decode(&sieve, &c, a, NULL) && !c.decoding.barren);
    assert_true(c.ascii.start == 0 && c.ascii.end == LARGE);
    text[9] = 0xff;
    c.ascii = (struct span){0, 0};
    assert_true(decode(&sieve, &c, a, NULL) && c.decoding.barren);
    assert_true(c.width == 0 && c.length == LARGE && c.own.lead == c.own.end);
    assert_true(c.own.begin == c.own.end && c.delimiters.byte == '\n');
    c.nbytes = 101;
    c.end_byte = 100;
    memcpy(text + 95, "abcde", 5);
    assert_true(decode(&sieve, &c, a, NULL) && !c.decoding.barren);
    c.end_byte = 98; /* the bytes after it belong to the next chunk */
    assert_true(decode(&sieve, &c, a, NULL) && c.decoding.barren);
    c.rules.listed = true;
    assert_true(decode(&sieve, &c, a, NULL) && !c.decoding.barren);
    chunk_free(&c);
    alphabet_close(a);
    query_free(q);
}

/* If the sieve is slow, for whatever reason, it stops, and the chunk is decoded, although it has no
 * occurrence. */
TEST_WITH(slow, set_clock, unset_clock)
{
    enum {
        LARGE = 5 << 18 /* the clock is read at bytes of a piece, if there are some */,
        UNIT = 4
    };
    static const char *const units[] = {"xxxx",  /* no byte of a piece */
                                        "axcd",  /* bytes of a piece, no piece */
                                        "abcd"}; /* a piece: distances are computed */
    static const uint64_t ticks[] = {0, 100000000};
    struct text pattern = {.bytes = "abcdefgh", .length = 8};
    const struct query *q = compile(METRIC_LEVENSHTEIN, &pattern, 1, 1, true, false);
    unsigned char *text = malloc(LARGE);
    struct sieve sieve;
    struct alphabet *a = alphabet_open(q, '\n');
    assert_true(a != NULL && text != NULL);
    sieve_open(&sieve, q);
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (size_t t = 0; t < sizeof ticks / sizeof *ticks; t++) {
            struct sieve_plan plan = {.contest.rates = {[WAY_DECODE] = {.factor = 100, .n = 1}}};
            struct chunk c = {
                .bytes = text, .nbytes = LARGE, .end_byte = LARGE, .rules.utf8 = true};
            for (size_t i = 0; i < LARGE; i += UNIT)
                memcpy(text + i, units[u], UNIT);
            text[LARGE - 1] = 0xff; /* otherwise the chunk needs no decoding */
            tick = ticks[t];
            assert_true(sieve_decode(&sieve, &plan, &c, a, NULL));
            assert_int_equal(c.decoding.barren, tick == 0);
            assert_int_equal(plan.contest.taken[WAY_DECODE], tick == 0 ? 0 : LARGE);
            assert_int_equal(plan.contest.taken[WAY_SIEVE] == LARGE, tick == 0);
            chunk_free(&c);
        }
    free(text);
    alphabet_close(a);
    query_free(q);
}

/* Several threads find occurrences across the borders of their parts, and nothing else. */
TEST(together)
{
    enum { LARGE = (1 << 21) + 12345, STRETCH = 1 << 18, AROUND = 40 };
    struct text pattern = {.bytes = "abcdefghijkl", .length = 12};
    const struct query *q = compile(METRIC_LEVENSHTEIN, &pattern, 1, 2, true, false);
    struct alphabet *a = alphabet_open(q, '\n');
    unsigned char *text = malloc(LARGE);
    struct helpers *helpers = helpers_open(3);
    struct sieve sieve;
    sieve_open(&sieve, q);
    memset(text, 'x', LARGE);
    text[0] = 0xff; /* otherwise the chunk needs no decoding */
    struct chunk c = {.bytes = text, .nbytes = LARGE, .end_byte = LARGE, .rules.utf8 = true};
    assert_true(decode(&sieve, &c, a, helpers) && c.decoding.barren);
    for (size_t border = STRETCH; border <= LARGE; border += 3 * STRETCH)
        for (size_t at = border - AROUND; at < border + AROUND; at++) {
            memcpy(text + at, "abcxefghxjkl", 12);
            assert_true(decode(&sieve, &c, a, helpers) && !c.decoding.barren);
            memcpy(text + at, "abcxxxghxjkl",
                   12); /* an occurrence of a piece, but not of the pattern */
            assert_true(decode(&sieve, &c, a, helpers) && c.decoding.barren);
            memset(text + at, 'x', 12);
        }
    memcpy(text + LARGE - 11, "abcefgijklx", 11);
    assert_true(decode(&sieve, &c, a, helpers) && !c.decoding.barren);
    chunk_free(&c);
    helpers_close(helpers);
    free(text);
    alphabet_close(a);
    query_free(q);
}

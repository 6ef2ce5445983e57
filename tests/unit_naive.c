/*
 * unit_naive.c - the reference itself, held to literal values from the rules and the papers, and
 * its table to the definition of D and S by brute force.
 */
// clang-format off
// clang-format on

#include "ref/naive.h"
#include "unit.h"

/* A string literal as bytes, NULs within it included. */
#define BYTES(s) ((struct naive_bytes){(unsigned char *)(s), sizeof(s) - 1})

static struct naive_options defaults(void)
{
    return (struct naive_options){.utf8 = true, .limit = NAIVE_EDITS, .max_count = UINT64_MAX};
}

static struct naive_bytes bytes_of(char *string)
{
    return (struct naive_bytes){(unsigned char *)string, strlen(string)};
}

/* Expects `output` and `status` for inputs named "1", "2", ... */
static void expect_inputs(const struct naive_options *o, const struct naive_bytes *patterns,
                          size_t npatterns, const struct naive_bytes *texts, size_t ntexts,
                          struct naive_bytes output, int status)
{
    static const char *const names[] = {"1", "2", "3"};
    struct naive_input inputs[3];
    for (size_t i = 0; i < ntexts; i++)
        inputs[i] = (struct naive_input){names[i], texts[i]};
    struct naive_result *result = naive_search(o, patterns, npatterns, inputs, ntexts);
    struct naive_bytes printed;
    assert_int_equal(naive_print(o, inputs, result, &printed), status);
    assert_int_equal(printed.length, output.length);
    assert_memory_equal(printed.bytes, output.bytes, output.length);
    free(printed.bytes);
    naive_free(result);
}

/* The same for one pattern, one text, without NULs. */
static void expect(const struct naive_options *o, char *pattern, char *text, char *output)
{
    struct naive_bytes x = bytes_of(pattern), t = bytes_of(text);
    expect_inputs(o, &x, 1, &t, 1, bytes_of(output), 0);
}

static void expect_nothing(const struct naive_options *o, char *pattern, char *text)
{
    struct naive_bytes x = bytes_of(pattern), t = bytes_of(text);
    expect_inputs(o, &x, 1, &t, 1, BYTES(""), 1);
}

/* The table */

TEST(figure_4_of_the_paper)
{
    static const size_t expected[] = {5, 4, 3, 2, 2, 2, 2, 1, 2};
    struct naive_options o = defaults();
    size_t *distances, *starts;
    size_t n = naive_last_row(&o, BYTES("ababa"), BYTES("aaabbbaa"), &distances, &starts);
    assert_int_equal(n, 8);
    assert_memory_equal(distances, expected, sizeof expected);
    assert_int_equal(starts[7], 2); /* abbba; with bbba it takes two */
    free(distances);
    free(starts);
}

enum { NEVER = 1000 }; /* more than any distance */

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* ED by its recursive definition; NEVER or more: there is no alignment. */
static size_t edit_distance(enum naive_metric metric, const char *x, size_t m, const char *y,
                            size_t n)
{
    if (m == 0 && n == 0)
        return 0;
    size_t best = NEVER;
    if (m > 0 && n > 0 && (x[0] == y[0] || metric != NAIVE_INDEL))
        best = edit_distance(metric, x + 1, m - 1, y + 1, n - 1) + (x[0] != y[0]);
    if (m > 0 && metric != NAIVE_HAMMING)
        best = lesser(best, edit_distance(metric, x + 1, m - 1, y, n) + 1);
    if (n > 0 && metric != NAIVE_HAMMING)
        best = lesser(best, edit_distance(metric, x, m, y + 1, n - 1) + 1);
    if (metric == NAIVE_OSA && m > 1 && n > 1 && x[0] == y[1] && x[1] == y[0])
        best = lesser(best, edit_distance(metric, x + 2, m - 2, y + 2, n - 2) + 1);
    return best;
}

static void expect_definition(const struct naive_options *o, char *x, char *r)
{
    size_t *distances, *starts;
    size_t m = strlen(x), n = strlen(r);
    assert_int_equal(naive_last_row(o, bytes_of(x), bytes_of(r), &distances, &starts), n);
    for (size_t j = 0; j <= n; j++) {
        size_t least = SIZE_MAX, start = 0;
        for (size_t i = 0; i <= j; i++) {
            if (o->word && i > 0 && r[i - 1] != '-')
                continue;
            size_t d = edit_distance(o->metric, x, m, r + i, j - i);
            if (d < least) {
                least = d;
                start = i;
            }
        }
        if (least >= NEVER) {
            assert_true(distances[j] >= NEVER);
            continue;
        }
        assert_int_equal(distances[j], least);
        assert_int_equal(starts[j], start);
    }
    free(distances);
    free(starts);
}

/* The `number`th string of `length` characters over a, b and -. */
static void enumerate(char *to, size_t length, unsigned number)
{
    for (size_t i = 0; i < length; i++, number /= 3)
        to[i] = "ab-"[number % 3];
    to[length] = '\0';
}

static unsigned power_of_3(size_t exponent)
{
    return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1);
}

TEST(table_by_brute_force)
{
    enum { LONGEST_PATTERN = 3, LONGEST_RECORD = 5 };
    char x[LONGEST_PATTERN + 1], r[LONGEST_RECORD + 1];
    for (int way = 0; way < 8; way++) {
        struct naive_options o = defaults();
        o.utf8 = false;
        o.word = way % 2;
        o.metric = (enum naive_metric)(way / 2);
        for (size_t m = 1; m <= LONGEST_PATTERN; m++)
            for (size_t n = 0; n <= LONGEST_RECORD; n++)
                for (unsigned a = 0; a < power_of_3(m); a++)
                    for (unsigned b = 0; b < power_of_3(n); b++) {
                        enumerate(x, m, a);
                        enumerate(r, n, b);
                        expect_definition(&o, x, r);
                    }
    }
}

/* Characters */

TEST(characters_of_rfc_3629)
{
    const struct {
        struct naive_bytes text;
        size_t characters;
    } cases[] = {
        {BYTES(""), 0},
        {BYTES("a\0\x7f"), 3},
        {BYTES("\xc2\x80\xdf\xbf"), 2},
        {BYTES("\xe0\xa0\x80\xef\xbf\xbf"), 2},
        {BYTES("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"), 2},
        {BYTES("\xc0\x80\xc1\xbf"), 4},                     /* overlong */
        {BYTES("\xe0\x9f\xbf\xf0\x8f\xbf\xbf"), 7},         /* overlong */
        {BYTES("\xed\x9f\xbf\xed\xa0\x80\xee\x80\x80"), 5}, /* a surrogate in the middle */
        {BYTES("\xf4\x90\x80\x80\xf5\x80\x80\x80"), 8},     /* beyond U+10FFFF */
        {BYTES("\xe2\x82"), 2},                             /* truncated */
        {BYTES("\xf0\x9f\x98\n"), 4},                       /* truncated */
        {BYTES("\x80\xff"), 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(naive_characters(cases[i].text, true), cases[i].characters);
        assert_int_equal(naive_characters(cases[i].text, false), cases[i].text.length);
    }
}

TEST(undecodable_byte_equals_only_itself)
{
    struct naive_options o = defaults();
    o.only_matching = true;
    expect(&o, "\xe9", "\xc3\xa9\xe9\xe8", "2:0:\xe9\n");
    expect_nothing(&o, "\xc3", "\xc3\xa9");
    o.utf8 = false;
    expect(&o, "\xc3", "\xc3\xa9", "0:0:\xc3\n");
}

TEST(caseless_as_pcre2_says)
{
    struct naive_options o = defaults();
    o.ignore_case = o.only_matching = true;
    expect(&o, "kelvin", "\u212aELVIN", "0:0:\u212aELVIN\n");
    expect(&o, "σ", "Σς", "0:0:Σ\n2:0:ς\n");
    expect_nothing(&o, "i", "İı");
    o.utf8 = false;
    expect_nothing(&o, "é", "É\n");
    expect(&o, "ZzaA", "zZAa", "0:0:zZAa\n");
}

/* Occurrences and their choice */

TEST(trimmed_of_what_is_no_word)
{
    struct naive_options o = defaults();
    o.k = 1;
    o.only_matching = true;
    expect(&o, "house", "my hous is", "3:1:hous\n");
    expect(&o, "house", "my ouse is", "3:1:ouse\n");
    o.k = 2;
    expect(&o, "house", "my hou_ is", "3:2:hou_\n");
    expect(&o, "ab cd", "-ab cd-", "1:0:ab cd\n");
}

TEST(sweep_keeps_the_better_one)
{
    struct naive_options o = defaults();
    o.only_matching = true;
    expect(&o, "aa", "aaaaa", "0:0:aa\n2:0:aa\n"); /* as grep -o */
    o.k = 1;
    expect(&o, "abc", "abcab", "0:0:abc\n3:1:ab\n");
    expect(&o, "abc", "xbcabc", "0:1:xbc\n3:0:abc\n");
    expect(&o, "ababa", "aaabbbaa", "2:1:abbba\n");
}

TEST(best_occurrence_of_a_record)
{
    struct naive_options o = defaults();
    o.k = 1;
    expect(&o, "abc", "xbc abc abc", "4:0:xbc abc abc\n");
    struct naive_bytes patterns[] = {BYTES("zyx"), BYTES("bcd"), BYTES("abcd"), BYTES("zyx")};
    struct naive_bytes text = BYTES("abcd");
    o.k = 0;
    o.show_pattern = NAIVE_SHOW_NUMBER; /* same end and distance: the earlier start */
    expect_inputs(&o, patterns, 4, &text, 1, BYTES("0:0:3:abcd\n"), 0);
    o.only_matching = true;
    expect_inputs(&o, patterns, 4, &text, 1, BYTES("0:0:3:abcd\n1:0:2:bcd\n"), 0);
}

TEST(equal_patterns_are_the_first)
{
    struct naive_options o = defaults();
    o.only_matching = true;
    o.show_pattern = NAIVE_SHOW_NUMBER;
    struct naive_bytes patterns[] = {BYTES("foo"), BYTES("FOO")};
    struct naive_bytes text = BYTES("FOO\n");
    expect_inputs(&o, patterns, 2, &text, 1, BYTES("0:0:2:FOO\n"), 0);
    o.ignore_case = true;
    expect_inputs(&o, patterns, 2, &text, 1, BYTES("0:0:1:FOO\n"), 0);
}

TEST(words_and_whole_records)
{
    struct naive_options o = defaults();
    o.word = o.only_matching = true;
    expect(&o, "foo", "foobar foo-foo_ foo", "7:0:foo\n16:0:foo\n");
    expect_nothing(&o, "foo", "foo1 éfoo");
    o.utf8 = false;
    expect(&o, "foo", "éfoo", "2:0:foo\n");
    o.line = true;
    o.k = 1;
    expect(&o, "foo", "foo \nfoo\n fooo\n\nfo\n", "0:1:foo \n5:0:foo\n16:1:fo\n");
}

TEST(percent_is_rounded_down)
{
    struct naive_options o = defaults();
    o.limit = NAIVE_PERCENT;
    o.k = 39;
    expect(&o, "abcde", "abcxe\nabcxx\n", "0:1:abcxe\n");
    o.k = 40;
    expect(&o, "abcde", "abcxe\nabcxx\n", "0:1:abcxe\n6:2:abcxx\n");
}

/* What an edit is. */

TEST(exchanges)
{
    struct naive_options o = defaults();
    o.k = 2;
    o.only_matching = o.cigar = true;
    o.metric = NAIVE_OSA;
    expect(&o, "the", "a teh", "2:1:teh\n    1=1T\n");
    expect(&o, "abcd", "badc", "0:2:badc\n    2T\n");
    o.line = true;
    expect_nothing(&o, "caxx", "abcxx"); /* exchanged items must be adjacent */
    o.k = 3;
    expect(&o, "caxx", "abcxx", "0:3:abcxx\n    1I2X2=\n");
    o.line = false;
    o.k = 1;
    expect_nothing(&o, "abcd", "badc");
    o.align = true;
    expect(&o, "the", "a teh",
           "2:1:teh\n    1=1T\n    pattern 1 the\n              |xx\n    text    2 teh\n");
}

TEST(insertions_and_deletions_only)
{
    struct naive_options o = defaults();
    o.k = 2;
    o.only_matching = o.cigar = true;
    o.metric = NAIVE_INDEL;
    expect(&o, "abcd", "-abxd-", "1:2:abxd\n    2=1D1I1=\n");
    o.k = 1;
    expect_nothing(&o, "abcd", "abxd");
}

TEST(substitutions_only)
{
    struct naive_options o = defaults();
    o.k = 2;
    o.only_matching = o.cigar = true;
    o.metric = NAIVE_HAMMING;
    expect(&o, "abcd", "-ab d-", "1:1:ab d\n    2=1X1=\n");
    expect(&o, "abcd", "abc.", "0:1:abc.\n    3=1X\n"); /* not trimmed */
    expect_nothing(&o, "abcd", "abd");
    o.line = true;
    expect_nothing(&o, "abcd", "abcde");
}

/* Best mode */

TEST(best_mode_over_all_inputs)
{
    struct naive_options o = defaults();
    o.limit = NAIVE_NONE;
    o.filename = true;
    struct naive_bytes x[] = {BYTES("abcd"), BYTES("a")};
    struct naive_bytes texts[] = {BYTES("abxx\nabcx\n"), BYTES("xbcd\n")};
    expect_inputs(&o, x, 1, texts, 2, BYTES("1:5:1:abcx\n2:0:1:xbcd\n"), 0);
    /* The least distance is 0, found by a; abcd is then held to it. */
    expect_inputs(&o, x, 2, texts, 2, BYTES("1:0:0:abxx\n1:5:0:abcx\n"), 0);
    o.best = true;
    o.limit = NAIVE_EDITS;
    o.k = 0;
    expect_inputs(&o, x, 1, texts, 2, BYTES(""), 1);
    o.format = NAIVE_COUNT;
    o.k = 2;
    expect_inputs(&o, x, 1, texts, 2, BYTES("1:1\n2:1\n"), 0);
}

TEST(nothing_at_all_is_no_match)
{
    struct naive_options o = defaults();
    o.limit = NAIVE_NONE;
    expect_nothing(&o, "abc", "xyz\n\n");
    expect(&o, "abc", "xyz\nc\n", "4:2:c\n");
}

TEST(own_limits_in_best_mode)
{
    struct naive_options o = defaults();
    o.limit = NAIVE_PERCENT;
    o.k = 50; /* 2 of abcd, 1 of xyz */
    o.best = true;
    o.show_pattern = NAIVE_SHOW_NUMBER;
    struct naive_bytes x[] = {BYTES("xyz"), BYTES("abcd")};
    struct naive_bytes text = BYTES("ab x--\nx\nab\n");
    expect_inputs(&o, x, 2, &text, 1, BYTES("0:2:2:ab x--\n9:2:2:ab\n"), 0);
}

/* Records and what is printed of them */

TEST(records_of_an_input)
{
    struct naive_options o = defaults();
    o.invert = true;
    expect_nothing(&o, "x", "");
    expect(&o, "x", "\n", "0::\n");
    expect(&o, "x", "a\n\nb", "0::a\n2::\n3::b\n");
    o.line_number = true;
    o.show_pattern = NAIVE_SHOW_NUMBER;
    expect(&o, "x", "a\nx\nb", "1:0:::a\n3:4:::b\n");
    o.bare = true;
    expect(&o, "x", "a\nx\nb", "1::a\n3::b\n");
    o.only_matching = true;
    struct naive_bytes x = BYTES("x"), text = BYTES("a\n");
    expect_inputs(&o, &x, 1, &text, 1, BYTES(""), 0);
}

TEST(null_data_keeps_newlines)
{
    struct naive_options o = defaults();
    o.null_data = o.line_number = true;
    struct naive_bytes x = BYTES("b"), text = BYTES("a\0\nb\0a");
    expect_inputs(&o, &x, 1, &text, 1, BYTES("2:3:0:\nb\0"), 0);
    o.context = true;
    o.before = 1;
    expect_inputs(&o, &x, 1, &text, 1,
                  BYTES("1-0--a\0"
                        "2:3:0:\nb\0"),
                  0);
}

TEST(span_lines_counts_occurrences)
{
    struct naive_options o = defaults();
    o.span_lines = o.line_number = true;
    o.k = 1;
    expect(&o, "abcd", "ab\ncd\nabd\nabcd", "1:0:1:ab\ncd\n3:6:1:abd\n4:10:0:abcd\n");
    o.max_count = 2;
    expect(&o, "abcd", "ab\ncd\nabd\nabcd", "1:0:1:ab\ncd\n3:6:1:abd\n");
    o.format = NAIVE_COUNT;
    expect(&o, "abcd", "ab\ncd\nabd\nabcd", "2\n");
}

TEST(context_as_grep_prints_it)
{
    struct naive_options o = defaults();
    o.context = o.filename = true;
    o.before = o.after = 1;
    struct naive_bytes x = BYTES("x");
    struct naive_bytes texts[] = {BYTES("a\nx\nb\nc\nd\nx\nx\ne\nf\nx\n"), BYTES("x\nx\n")};
    expect_inputs(&o, &x, 1, texts, 2,
                  BYTES("1-0--a\n1:2:0:x\n1-4--b\n--\n1-8--d\n1:10:0:x\n1:12:0:x\n1-14--e\n"
                        "1-16--f\n1:18:0:x\n--\n2:0:0:x\n2:2:0:x\n"),
                  0);
    o.bare = true;
    o.max_count = 1; /* what is selected beyond -m is context */
    expect_inputs(&o, &x, 1, texts, 2, BYTES("1-a\n1:x\n1-b\n--\n2:x\n2-x\n"), 0);
    o.only_matching = true;
    expect_inputs(&o, &x, 1, texts, 2, BYTES("1:x\n--\n2:x\n"), 0);
}

TEST(lists_counts_and_statuses)
{
    struct naive_options o = defaults();
    struct naive_bytes x = BYTES("x");
    struct naive_bytes texts[] = {BYTES("a\n"), BYTES("x\nx"), BYTES("")};
    o.format = NAIVE_LIST;
    expect_inputs(&o, &x, 1, texts, 3, BYTES("2\n"), 0);
    o.format = NAIVE_LIST_WITHOUT;
    expect_inputs(&o, &x, 1, texts, 3, BYTES("1\n3\n"), 0);
    o.format = NAIVE_QUIET;
    expect_inputs(&o, &x, 1, texts, 3, BYTES(""), 0);
    expect_inputs(&o, &x, 1, texts, 1, BYTES(""), 1);
    o.format = NAIVE_COUNT;
    expect_inputs(&o, &x, 1, texts, 3, BYTES("0\n2\n0\n"), 0);
    o.max_count = 1;
    expect_inputs(&o, &x, 1, texts, 3, BYTES("0\n1\n0\n"), 0);
    o.max_count = 0;
    expect_inputs(&o, &x, 1, texts, 3, BYTES(""), 1);
    o.format = NAIVE_LIST_WITHOUT;
    expect_inputs(&o, &x, 1, texts, 3, BYTES("1\n2\n3\n"), 1);
}

/* unit_pattern.c - compiles patterns to queries, and checks the answers of a matcher. */
#include <unistd.h>

#include "base/utf8.h"
#include "capture.h"
#include "query/matcher.h"
#include "query/pattern.h"
#include "unit.h"

static const struct pattern_rules best = {.utf8 = true, .best = true};
static const struct pattern_rules bytes = {.best = true};
static const struct pattern_rules caseless = {.utf8 = true, .best = true, .ignore_case = true};
static const struct pattern_rules classes = {.utf8 = true, .best = true, .classes = true};

enum { MOST = 16 };

/* Compiles the texts; NULL ends the array. */
static const struct query *compile(const struct pattern_rules *rules, const char *const *texts)
{
    struct pattern_source sources[MOST];
    size_t count = 0;
    for (; texts[count] != NULL; count++)
        sources[count] =
            (struct pattern_source){.text = (char *)texts[count], .length = strlen(texts[count])};
    return patterns_compile(sources, count, rules);
}
#define COMPILE(RULES, ...) compile(RULES, (const char *const[]){__VA_ARGS__, NULL})

/* Checks the item numbers of pattern `index`, each written as a letter from 'a' on. */
static void assert_items(const struct query *q, size_t index, const char *expected)
{
    const struct pattern *p = &q->patterns[index];
    char items[64] = "";
    assert_true(index < q->npatterns && p->m < sizeof items);
    for (uint32_t i = 0; i < p->m; i++)
        items[i] = (char)('a' + p->items[i]);
    assert_string_equal(items, expected);
}

static void assert_refused(const struct pattern_rules *rules, const char *text,
                           const char *expected)
{
    capture_begin(STDERR_FILENO);
    const struct query *q = COMPILE(rules, text);
    const char *message = capture_end();
    assert_null(q);
    assert_string_equal(message, expected);
}

TEST(literals)
{
    const struct query *q = COMPILE(&best, "abca", "cab", "\xc3\xa9\xff\xc3");
    assert_int_equal(q->npatterns, 3);
    assert_int_equal(q->nitems, 6);
    assert_items(q, 0, "abca");
    assert_items(q, 1, "cab");
    assert_items(q, 2, "def");
    assert_int_equal(q->items[3].character, 0xe9);
    assert_int_equal(q->items[3].text_length, 2);
    assert_int_equal(q->items[4].character, CHAR_BYTE + 0xff);
    assert_int_equal(q->items[5].character, CHAR_BYTE + 0xc3);
    assert_int_equal(q->patterns[0].k, 3);
    assert_int_equal(q->longest, 4);
    assert_int_equal(q->overlap, 8);
    assert_true(q->best && q->utf8 && !q->report.rising);
    query_free(q);

    q = COMPILE(&bytes, "\xc3\xa9");
    assert_int_equal(q->patterns[0].m, 2);
    assert_int_equal(q->items[0].character, 0xc3);
    query_free(q);
}

#define ONE_EDIT .limited = true, .limit = {1, LIMIT_NONE}

/* A compiled query has the properties of its rules. */
TEST(report_rules)
{
    static const struct {
        struct pattern_rules rules;
        bool once, nearest;
        enum report_lowers lowers;
    } cases[] = {
        {{ONE_EDIT}, false, false, LOWERS_NONE},
        {{ONE_EDIT, .needs.report = REPORT_ANY}, true, false, LOWERS_NONE},
        {{ONE_EDIT, .needs.report = REPORT_NEAREST}, false, true, LOWERS_NONE},
        {{ONE_EDIT, .needs.report = REPORT_ANY, .word = true}, false, false, LOWERS_NONE},
        {{ONE_EDIT, .needs.report = REPORT_NEAREST, .word = true}, false, true, LOWERS_NONE},
        {{ONE_EDIT, .needs.report = REPORT_NEAREST, .line = true}, false, false, LOWERS_NONE},
        {{ONE_EDIT, .needs.report = REPORT_ANY, .line = true}, false, false, LOWERS_NONE},
        {{ONE_EDIT, .needs.report = REPORT_ANY, .needs.filtered = true}, true, false, LOWERS_NONE},
        {{.best = true, .needs.report = REPORT_ANY}, false, false, LOWERS_ENDS},
        {{.best = true, .needs.report = REPORT_NEAREST}, false, false, LOWERS_ENDS},
        {{.best = true, .line = true}, false, false, LOWERS_RECORDS},
        {{.best = true, .line = true, .needs.slack = 1}, false, false, LOWERS_NONE},
        {{.best = true, .needs.wanted = 2}, false, false, LOWERS_NONE},
        {{.best = true, .needs.filtered = true}, false, false, LOWERS_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct query *q = COMPILE(&cases[i].rules, "abc");
        assert_int_equal(q->report.once, cases[i].once);
        assert_int_equal(q->report.nearest, cases[i].nearest);
        assert_int_equal(q->report.lowers, cases[i].lowers);
        query_free(q);
    }
}

/* An occurrence with two edits has at most 7 characters; with the Hamming distance always 5. */
TEST(lead_in_by_metric)
{
    static const uint32_t overlaps[METRICS] = {8, 8, 8, 6};
    for (int metric = 0; metric < METRICS; metric++) {
        struct pattern_rules rules = {
            .limited = true, .limit = {2, LIMIT_NONE}, .metric = (enum metric)metric};
        const struct query *q = COMPILE(&rules, "abcde");
        const struct pattern *p = &q->patterns[0];
        assert_int_equal(q->metric, metric);
        assert_int_equal(q->overlap, overlaps[metric]);
        assert_int_equal(pattern_longest(p, q->metric, 2), overlaps[metric] - 1);
        assert_int_equal(pattern_shortest(p, q->metric, 2), metric == METRIC_HAMMING ? 5 : 3);
        assert_int_equal(pattern_vacuous(p), 5);
        query_free(q);
    }
}

TEST(equal_patterns)
{
    const struct query *q = COMPILE(&best, "foo", "FOO", "foo", "bar", "foo");
    assert_int_equal(q->npatterns, 3);
    assert_int_equal(q->patterns[1].number, 2);
    assert_int_equal(q->patterns[2].number, 4);
    query_free(q);

    q = COMPILE(&caseless, "foo", "x", "FOO", "X", "fo");
    assert_int_equal(q->npatterns, 3);
    assert_items(q, 0, "abb");
    assert_items(q, 1, "c");
    assert_items(q, 2, "ab");
    assert_int_equal(q->patterns[2].number, 5);
    query_free(q);

    q = COMPILE(&classes, "[ab]\\d", "\\d[ab]", "[ab]\\d");
    assert_int_equal(q->npatterns, 2);
    assert_items(q, 1, "ba");
    query_free(q);

    q = COMPILE(&best, NULL);
    assert_int_equal(q->npatterns, 0);
    assert_int_equal(q->longest, 0);
    query_free(q);
}

TEST(distances)
{
    struct pattern_rules rules = {
        .utf8 = true, .limited = true, .limit = {2, LIMIT_NONE}, .word = true};
    const struct query *q = COMPILE(&rules, "abc", "abcdef");
    assert_int_equal(q->patterns[0].k, 2);
    assert_int_equal(q->patterns[1].k, 2);
    assert_int_equal(q->overlap, 9);
    assert_true(q->report.rising && q->word && !q->best);
    query_free(q);
    assert_refused(&rules, "ab",
                   "edgrep: pattern 'ab': distance 2 would match everything (it has 2 "
                   "characters); try -k 2,25%\n");
    assert_refused(&rules, "\xc3\xa9",
                   "edgrep: pattern '\xc3\xa9': distance 2 would match everything (it has 1 "
                   "character); try -k 2,25%\n");

    rules.limit = (struct limit){LIMIT_NONE, 25};
    q = COMPILE(&rules, "a", "abcdefg", "abcdefgh");
    assert_int_equal(q->patterns[0].k, 0);
    assert_int_equal(q->patterns[1].k, 1);
    assert_int_equal(q->patterns[2].k, 2);
    query_free(q);
    rules.limit.edits = 1;
    q = COMPILE(&rules, "a", "abcdefg", "abcdefgh");
    assert_int_equal(q->patterns[0].k, 0);
    assert_int_equal(q->patterns[2].k, 1);
    query_free(q);
    rules.limit = (struct limit){LIMIT_NONE, 99};
    q = COMPILE(&rules, "ab");
    assert_int_equal(q->patterns[0].k, 1);
    query_free(q);
    rules.limit.percent = UINT64_MAX / 2;
    assert_refused(&rules, "ab",
                   "edgrep: pattern 'ab': distance 9223372036854775807% would match everything "
                   "(it has 2 characters)\n");
    rules.limit = (struct limit){UINT64_MAX / 2, LIMIT_NONE};
    assert_refused(&rules, "ab",
                   "edgrep: pattern 'ab': distance 9223372036854775807 would match everything "
                   "(it has 2 characters); try -k 9223372036854775807,25%\n");
}

TEST(empty_patterns)
{
    assert_refused(&best, "", "edgrep: empty pattern\n");
    assert_refused(&classes, "", "edgrep: empty pattern\n");
}

/* Checks which items match c: those of `expected`, written as letters as in assert_items(). */
static void assert_matches(struct matcher *t, const struct query *q, uint32_t c,
                           const char *expected)
{
    uint32_t items[MOST];
    char found[MOST + 1] = "";
    size_t count = matcher_items(t, c, items);
    for (size_t i = 0; i < count; i++)
        found[i] = (char)('a' + items[i]);
    assert_string_equal(found, expected);
    for (size_t i = 0; i < q->nitems; i++)
        assert_int_equal(matcher_item(t, (uint32_t)i, c), strchr(expected, (int)('a' + i)) != NULL);
}

TEST(literal_questions)
{
    const struct query *q = COMPILE(&best, "zb\xc3\xa9\xff");
    struct matcher *t = matcher_open(q);
    assert_matches(t, q, 'z', "a");
    assert_matches(t, q, 'b', "b");
    assert_matches(t, q, 'B', "");
    assert_matches(t, q, 0xe9, "c");
    assert_matches(t, q, 0xc9, "");
    assert_matches(t, q, CHAR_BYTE + 0xff, "d");
    assert_matches(t, q, CHAR_BYTE + 0xc3, "");
    assert_matches(t, q, 0xff, "");
    assert_matches(t, q, 0x10ffff, "");
    matcher_close(t);
    query_free(q);
}

TEST(caseless_questions)
{
    const struct query *q = COMPILE(&caseless, "kS\xc3\xa9\xff\xce\xa3\xe4\xb8\x80");
    struct matcher *t = matcher_open(q);
    assert_matches(t, q, 'k', "a");
    assert_matches(t, q, 'K', "a");
    assert_matches(t, q, 0x212a, "a"); /* KELVIN SIGN */
    assert_matches(t, q, 's', "b");
    assert_matches(t, q, 0x17f, "b"); /* LONG S */
    assert_matches(t, q, 0xc9, "c");
    assert_matches(t, q, CHAR_BYTE + 0xff, "d");
    assert_matches(t, q, CHAR_BYTE + 0xc9, "");
    assert_matches(t, q, 0x3c3, "e"); /* sigma, and final sigma */
    assert_matches(t, q, 0x3c2, "e");
    assert_matches(t, q, 0x4e00, "f");
    assert_matches(t, q, 0x4e01, "");
    matcher_close(t);
    query_free(q);

    struct pattern_rules rules = caseless;
    rules.utf8 = false;
    q = COMPILE(&rules, "k\xe9K");
    t = matcher_open(q);
    assert_items(q, 0, "aba");
    assert_matches(t, q, 'K', "a");
    assert_matches(t, q, 0xe9, "b");
    assert_matches(t, q, 0xc9, "");
    matcher_close(t);
    query_free(q);
}

/* Every character of two caseless patterns is found, whichever case is looked up first. */
TEST(all_cases)
{
    char letters[2 * 26 + 1] = "";
    for (int i = 0; i < 52; i++)
        letters[i] = (char)(i < 26 ? 'a' + i : 'A' + i - 26);
    const struct query *q = COMPILE(&caseless, letters);
    struct matcher *t = matcher_open(q);
    assert_int_equal(q->nitems, 26);
    for (int c = 'A'; c <= 'Z'; c++) {
        uint32_t upper, same;
        assert_int_equal(matcher_items(t, (uint32_t)c, &upper), 1);
        assert_int_equal(matcher_items(t, (uint32_t)c + 'a' - 'A', &same), 1);
        assert_int_equal(upper, same);
    }
    matcher_close(t);
    query_free(q);
}

TEST(word_characters)
{
    const struct query *q = COMPILE(&best, "a");
    struct matcher *t = matcher_open(q);
    for (int again = 0; again < 2; again++) {
        assert_true(matcher_word(t, 'a') && matcher_word(t, 'Z') && matcher_word(t, '0'));
        assert_true(matcher_word(t, '_') && !matcher_word(t, '-') && !matcher_word(t, '\0'));
        assert_true(matcher_word(t, 0xe9) && matcher_word(t, 0x4e00) && matcher_word(t, 0x663));
        assert_false(matcher_word(t, 0xd7) || matcher_word(t, 0x2014));
        assert_true(matcher_word(t, 0x301) && matcher_word(t, 0x203f));
        assert_false(matcher_word(t, CHAR_BYTE + 'a') || matcher_word(t, CHAR_BYTE + 0xe9));
    }
    matcher_close(t);
    query_free(q);

    q = COMPILE(&bytes, "a");
    t = matcher_open(q);
    assert_true(matcher_word(t, 'a') && matcher_word(t, '_'));
    assert_false(matcher_word(t, 0xe9) || matcher_word(t, ' '));
    matcher_close(t);
    query_free(q);
}

/* The single item of a -P pattern must match the characters of `in`, and none of `out`. */
static void assert_class(const struct pattern_rules *rules, const char *pattern, const char *in,
                         const char *out, bool undecodable)
{
    const struct query *q = COMPILE(rules, pattern);
    assert_non_null(q);
    if (q->nitems != 1 || q->patterns[0].m != 1)
        fail_msg("%s: expected one item", pattern);
    struct matcher *t = matcher_open(q);
    for (int yes = 0; yes < 2; yes++) {
        const unsigned char *p = (const unsigned char *)(yes ? in : out);
        uint32_t c;
        for (size_t left = strlen((const char *)p), n; left > 0; left -= n, p += n) {
            n = rules->utf8 ? utf8_decode(p, left, &c) : (c = *p, 1);
            if (matcher_item(t, 0, c) != yes)
                fail_msg("%s: U+%04x", pattern, (unsigned)c);
        }
    }
    assert_int_equal(q->items[0].character, CHAR_LIMIT);
    assert_int_equal(matcher_item(t, 0, CHAR_BYTE + 0xff), undecodable);
    uint32_t item;
    assert_int_equal(matcher_items(t, CHAR_BYTE + 0x80, &item), undecodable);
    matcher_close(t);
    query_free(q);
}

TEST(class_sets)
{
    struct pattern_rules rules = classes;
    assert_class(&rules, "[a-f]", "abf", "gAF-\xc3\xa9", false);
    assert_class(&rules, "\\d", "09\xd9\xa3", "ax", false);
    assert_class(&rules, "\\D", "ax", "09", true);
    assert_class(&rules, ".", "ax\xc3\xa9.", "\n", true);
    assert_class(&rules, "(?s).", "a\n", "", true);
    assert_class(&rules, "\\N", "a", "\n", true);
    assert_class(&rules, "\\N{U+e9}", "\xc3\xa9", "a", false);
    assert_class(&rules, "\\x{e9}", "\xc3\xa9", "ex{9}", false);
    assert_class(&rules, "\xc3\xa9", "\xc3\xa9", "e\xc3\x89", false);
    assert_class(&rules, "\\x{0}", "", "0x", false);
    assert_class(&rules, "\\x{1}", "\x01", "1", false);
    assert_class(&rules, "(?i)a", "aA", "b", false);
    assert_class(&rules, "(?i)(?-i)a", "a", "A", false);
    assert_class(&rules, "(?x) a # b", "a", " b#", false);
    assert_class(&rules, "(?x)\\ ", " ", "\\", false);
    assert_class(&rules, "(?x)\\# # b\n", "#", "\\b", false);
    assert_class(&rules, "(?x)[ ] ", " ", "[]", false);
    assert_class(&rules, "(?xx)[ ]b ] # c", "]b", " ", false);
    assert_class(&rules, "(?xx)(?x)[ a]", " a", "x", false);
    assert_class(&rules,
                 "(?x)\xe2\x80\xa8"
                 "a\xc2\x85",
                 "a", "\xc2\x85", false);
    assert_class(&rules, "(?mJ)a", "a", "mJ", false);
    assert_class(&rules, "\\101", "A", "01", false);
    assert_class(&rules, "[^\\Q\\E]a]", "b", "]a", true);
    assert_class(&rules, "\\Q.\\E", ".", "ab", false);
    assert_class(&rules, "\\Q\\", "\\", "Q", false);
    assert_class(&rules, "\\Q(\\E", "(", "Q", false);
    assert_class(&rules, "a(?#comment)", "a", "#", false);
    assert_class(&rules, "[[:^alpha:]]", "0-", "az", false);
    assert_class(&rules, "[^a]", "b\n\xc3\xa9", "a", true);
    assert_class(&rules, "[]a]", "]a", "[b", false);
    assert_class(&rules, "\\p{Lu}", "A\xc3\x89", "a\xc3\xa9", false);
    assert_class(&rules, "\\pL", "A", "0", false);
    assert_class(&rules, "\\P{L}", "0", "A", true);
    assert_class(&rules, "\\p{^L}", "0", "A", true);
    assert_class(&rules, "\\P{^L}", "A", "0", false);
    assert_class(&rules, "\\S", "A", " ", true);
    assert_class(&rules, "\\h", " ", "A", false);
    assert_class(&rules, "\\w", "a_\xc3\xa9", "-", false);
    rules.ignore_case = true;
    assert_class(&rules, "k", "kK\xe2\x84\xaa", "l", false);
    rules.span_lines = true;
    assert_class(&rules, ".", "a\n", "", true);
    rules = (struct pattern_rules){.classes = true, .best = true};
    assert_class(&rules, "\\xe9", "\xe9", "\xc9", false);
    assert_class(&rules, "\\w", "a_", "-\xe9", false);
    assert_class(&rules, "\\W", "-\xe9", "a", true);
}

TEST(class_sequences)
{
    const struct query *q = COMPILE(&classes, "[a-f]\\d.(?i)a\\Qa.\\E.(?-i)a");
    assert_items(q, 0, "abcdefgh");
    assert_int_equal(q->items[0].text_length, 5);
    assert_memory_equal(q->items[0].text, "[a-f]", 5);
    assert_true(q->items[2].undecodable && !q->items[5].undecodable && q->items[6].undecodable);
    query_free(q);

    q = COMPILE(&classes, "(?x) a b # two\n a\n");
    assert_items(q, 0, "aba");
    assert_int_equal(q->items[1].text_length, 1);
    query_free(q);

    q = COMPILE(&classes, "a{x\\Qa{1}\\E");
    assert_int_equal(q->patterns[0].m, 7);
    query_free(q);

    q = COMPILE(&classes, "aba[ab]a[ab]");
    assert_items(q, 0, "abacac");
    struct matcher *t = matcher_open(q);
    assert_matches(t, q, 'a', "ac");
    assert_matches(t, q, 'b', "bc");
    assert_matches(t, q, 'c', "");
    matcher_close(t);
    query_free(q);
}

#define NOT_SINGLE(PATTERN, POSITION, ITEM)                                                        \
    assert_refused(&classes, PATTERN,                                                              \
                   "edgrep: pattern '" PATTERN "': at " POSITION ": '" ITEM                        \
                   "' is not a single character (quantifiers, groups, alternation ... are not "    \
                   "allowed with -P)\n")

TEST(class_errors)
{
    NOT_SINGLE("ab+c", "2", "b+");
    NOT_SINGLE("a*", "1", "a*");
    NOT_SINGLE("a?", "1", "a?");
    NOT_SINGLE("a{2}", "1", "a{2}");
    NOT_SINGLE("xa{1}", "2", "a{1}");
    NOT_SINGLE("a{1,1}", "1", "a{1,1}");
    NOT_SINGLE("a{1}?", "1", "a{1}?");
    NOT_SINGLE("a{1}+", "1", "a{1}+");
    NOT_SINGLE("\\x{e9}{1}", "1", "\\x{e9}{1}");
    NOT_SINGLE("(?x)a {1} b", "5", "a {1} ");
    NOT_SINGLE("(a)", "1", "(");
    NOT_SINGLE("\xc3\xa9(?:a)", "2", "(?:");
    NOT_SINGLE("(?i:a)", "1", "(?i:");
    NOT_SINGLE("(?<n>a)", "1", "(?<n>");
    NOT_SINGLE("(?=a)b", "1", "(?=");
    NOT_SINGLE("a|b", "2", "|");
    NOT_SINGLE("|a", "1", "|");
    NOT_SINGLE("^a", "1", "^");
    NOT_SINGLE("a$", "2", "$");
    NOT_SINGLE("\\bab", "1", "\\b");
    NOT_SINGLE("\\X", "1", "\\X");
    NOT_SINGLE("\\R", "1", "\\R");
    NOT_SINGLE("a(?R)", "2", "(?R)");
    NOT_SINGLE("a\\K", "2", "\\K");
    NOT_SINGLE("a(*ACCEPT)", "2", "(*ACCEPT)");
    NOT_SINGLE("(*UCP)a", "1", "(*UCP)");
    assert_refused(&classes, "(?i)", "edgrep: pattern '(?i)': at 1: there is no character\n");
    assert_refused(&classes, "\xc3\xa9[a",
                   "edgrep: pattern '\xc3\xa9[a': at 4: missing terminating ] for character "
                   "class\n");
    assert_refused(&classes, "a\\C",
                   "edgrep: pattern 'a\\C': at 4: using \\C is disabled by the application\n");
    assert_refused(&classes, "a\\1",
                   "edgrep: pattern 'a\\1': at 3: reference to non-existent subpattern\n");
    assert_refused(&classes, "ab\xff",
                   "edgrep: pattern 'ab\xff': at 3: UTF-8 error: illegal byte (0xfe or 0xff)\n");
}

/* A message shows the beginning of a long pattern and does not cut a character in half. */
TEST(long_patterns)
{
    char text[201] = "a";
    for (int i = 1; i < 200; i += 2)
        memcpy(text + i, "\xc3\xa9", 2);
    text[199] = '\0';
    struct pattern_rules rules = {.utf8 = true, .limited = true, .limit = {100, LIMIT_NONE}};
    char shown[64];
    memcpy(shown, text, 63);
    shown[63] = '\0';
    capture_begin(STDERR_FILENO);
    const struct query *q = COMPILE(&rules, text);
    const char *message = capture_end();
    assert_null(q);
    assert_memory_equal(message, "edgrep: pattern '", 17);
    assert_memory_equal(message + 17, shown, 63);
    assert_string_equal(
        message + 80,
        "...': distance 100 would match everything (it has 100 characters); try -k 100,25%\n");

    enum { LENGTH = 100000 };
    char *huge = malloc(LENGTH + 1);
    for (size_t i = 0; i < LENGTH; i++)
        huge[i] = (char)('a' + i % 26);
    huge[LENGTH] = '\0';
    q = COMPILE(&caseless, huge);
    assert_int_equal(q->patterns[0].m, LENGTH);
    assert_int_equal(q->nitems, 26);
    assert_int_equal(q->overlap, 2 * LENGTH);
    query_free(q);
    free(huge);
}

/* Compiles a pattern that must be refused. Returns the reason: the message after its last ':'. */
static const char *refusal(const struct pattern_rules *rules, const char *text)
{
    capture_begin(STDERR_FILENO);
    const struct query *q = COMPILE(rules, text);
    const char *message = capture_end();
    assert_null(q);
    return strrchr(message, ':') + 2;
}

static char *repeated(const char *begin, const char *text, size_t n, const char *end)
{
    char *to = malloc(strlen(begin) + n * strlen(text) + strlen(end) + 1), *at = stpcpy(to, begin);
    for (size_t i = 0; i < n; i++)
        at = stpcpy(at, text);
    (void)stpcpy(at, end);
    return to;
}

/* An expression with 1 + 730 * 730 pairs of neighbours, and a text with as many. */
TEST(exchanges)
{
    static const char reason[] = "too many pairs of items could be exchanged\n";
    struct pattern_rules rules = {.expression = true, .metric = METRIC_OSA, ONE_EDIT};
    char *text = repeated("((?:a", "|a", 729, "){2})");
    assert_string_equal(refusal(&rules, text), reason);
    rules.groups = true;
    assert_string_equal(refusal(&rules, text), reason);
    free(text);
    rules = (struct pattern_rules){.metric = METRIC_OSA, .costs.given = true, ONE_EDIT};
    text = repeated("", "a", 524300, "");
    assert_string_equal(refusal(&rules, text), reason);
    free(text);
}

/* 65536 items with 9 confusions each. */
TEST(many_confusions)
{
    static char letters[] = "bcdefghij";
    struct confusion list[9];
    for (size_t i = 0; i < 9; i++)
        list[i] = (struct confusion){.cost = 1, .sides = {"a", &letters[i]}, .lengths = {1, 1}};
    struct pattern_rules rules = {
        .expression = true,
        .costs = {.given = true, .edits = EDITS_LEVENSHTEIN, .confusions = list, .nconfusions = 9},
        ONE_EDIT};
    assert_string_equal(refusal(&rules, "a{65536}"),
                        "too many items could be exchanged or confused\n");
}

/* Each way in which limits of edits need too many states: the groups, the edits spent in each
 * group, their product, and the states of the automaton that results. */
TEST(many_limits)
{
    static const char reason[] = "more than 65536 states for the limits of its edits\n";
    struct pattern_rules rules = {.expression = true, ONE_EDIT};
    char *texts[] = {repeated("", "(a){~1}", 1024, ""), repeated("", "(a){~3}", 1000, ""),
                     repeated("((a{300}){+9,-9}", "", 0, "){+9,-9}"),
                     repeated("(a{1000}", "", 0, "){+3,-3}")};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_string_equal(refusal(&rules, texts[i]), reason);
        free(texts[i]);
    }
    char *text = repeated("", "a", 1000, "");
    rules = (struct pattern_rules){ONE_EDIT};
    assert_null(edit_limits_parse(&rules.limits, "+3,-3", 5));
    assert_string_equal(refusal(&rules, text), reason);
    free(text);
    text = repeated("", "(a){~1}", 100, "");
    rules = (struct pattern_rules){.expression = true, ONE_EDIT};
    const struct query *q = COMPILE(&rules, text);
    assert_int_equal(q->patterns[0].m, 100);
    query_free(q);
    free(text);
}

TEST(long_classes_of_bytes)
{
    static const struct pattern_rules rules = {.best = true, .classes = true};
    char *text = repeated("", "\xc3\xa9[ab]", 1000, "");
    const struct query *q = COMPILE(&rules, text);
    assert_int_equal(q->patterns[0].m, 3000);
    assert_int_equal(q->nitems, 3);
    query_free(q);
    free(text);
}

/* Expressions that are not sequences are compared by their source text. */
TEST(equal_expressions)
{
    static const struct pattern_rules rules = {.best = true, .expression = true};
    const struct query *q =
        COMPILE(&rules, "a+b", "aa+b", "aaa+b", "aaaa+b", "aaaaa+b", "c+b", "cc+b", "ccc+b",
                "cccc+b", "ccccc+b", "dddd+b", "dd+b", "ddd+b", "d+b", "aaa+b");
    assert_int_equal(q->npatterns, 14);
    query_free(q);
}

/* A message about an error in a long expression shows the text around the error and does not cut a
 * character in half. */
TEST(place_in_long_expression)
{
    static const struct pattern_rules rules = {.utf8 = true, .best = true, .expression = true};
    for (size_t n = 0; n < 2; n++) {
        char *text = repeated(n == 0 ? "" : "a", "\xe2\x82\xac", 100, "(");
        capture_begin(STDERR_FILENO);
        const struct query *q = COMPILE(&rules, text);
        const char *message = capture_end();
        assert_null(q);
        assert_int_equal(strncmp(message, "edgrep: pattern '...\xe2\x82\xac", 23), 0);
        assert_non_null(strstr(message, n == 0 ? "\xe2\x82\xac(': at 101: its ')' is missing\n"
                                               : "\xe2\x82\xac(': at 102: its ')' is missing\n"));
        free(text);
    }
}

/* Limits of edits, and the k that results for "abcd" and for "ab+cd" without -k; UINT32_MAX - 1 is
 * no limit. */
TEST(distance_within_limits)
{
    static const struct {
        const char *limits;
        struct edits edits;
        uint32_t k, expression_k;
    } cases[] = {
        {"~2", {1, 1, 1, EDIT_NEVER}, 2, 2},
        {"~2", {1, 3, 1, EDIT_NEVER}, 6, 6},
        {"~1", {2, 1, 1, 5}, 5, 5},
        {"+1 -1 #1", {3, 2, 1, EDIT_NEVER}, 6, 6},
        {"+1 -1 #1", {1, 1, 1, 1}, UINT32_MAX - 1, UINT32_MAX - 1}, /* exchanges are not limited */
        {"-1", {1, 1, 1, EDIT_NEVER}, 5, UINT32_MAX - 1},
        {"-1 ~9", {1, 1, 1, EDIT_NEVER}, 9, 9},
        {"+0 -0", {1, 1, 2, EDIT_NEVER}, 8, UINT32_MAX - 1},
        {"-1 #3", {1, 1, 1, EDIT_NEVER}, UINT32_MAX - 1, UINT32_MAX - 1},
        {"#3", {1, 1, 1, EDIT_NEVER}, 3, 3}, /* every character may be deleted */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pattern_rules rules = {.best = true, .costs = {.given = true, cases[i].edits}};
        assert_null(edit_limits_parse(&rules.limits, cases[i].limits, strlen(cases[i].limits)));
        const struct query *q = COMPILE(&rules, "abcd");
        assert_int_equal(q->patterns[0].k, cases[i].k);
        query_free(q);
        rules.expression = true;
        q = COMPILE(&rules, "ab+cd");
        assert_int_equal(q->patterns[0].k, cases[i].expression_k);
        query_free(q);
    }
}

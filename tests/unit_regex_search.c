/* unit_regex_search.c - selecting records by regex. */
#include <unistd.h>

#include "capture.h"
#include "text/regex_search.h"
#include "unit.h"

static void assert_record(const char *regex, bool utf8, const char *record,
                          enum regex_result expected)
{
    const char *reason = NULL;
    struct regex_search *f = regex_search_open("--where", regex, utf8, false);
    assert_non_null(f);
    assert_int_equal(regex_search_record(f, (const unsigned char *)record, strlen(record), &reason),
                     expected);
    if (expected == REGEX_ERROR)
        assert_true(reason != NULL && *reason != '\0');
    regex_search_close(f);
}

TEST(records)
{
    assert_record("^a.c$", true, "abc", REGEX_YES);
    assert_record("^a.c$", true, "abbc", REGEX_NO);
    assert_record("^a.c$", true,
                  "a\xc3\xa9"
                  "c",
                  REGEX_YES);
    assert_record("^a.c$", false,
                  "a\xc3\xa9"
                  "c",
                  REGEX_NO);
    assert_record("\\w", true, "\xc3\xa9", REGEX_YES);
    assert_record("\\w", false, "\xc3\xa9", REGEX_NO);
    assert_record("", true, "", REGEX_YES);
    assert_record("(?i)\xc3\xa9", true, "x\xc3\x89", REGEX_YES);
    assert_record("b", true, "\xff\xfe b \xc3", REGEX_YES);
    assert_record("a.b", true,
                  "a\xff"
                  "b",
                  REGEX_NO);
    assert_record(".*b", true, "\377b", REGEX_YES);
    assert_record("\\N*b", true, "\377b", REGEX_YES);
    assert_record(".*?b", true, "\377b", REGEX_YES);
    assert_record("(?s).*b", true, "a\377\377b", REGEX_YES);
    assert_record("^.*b", true, "\377b", REGEX_NO);
    assert_record("\\Ab", true, "\377b", REGEX_NO);
    assert_record("\\bb\\b", true, "\377b\377", REGEX_YES);
    assert_record("^(a+)+$", true, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
                  REGEX_ERROR);
}

/* PCRE2's machine code would not find these: see start_flags() in regex_search.c. */
TEST(alternatives)
{
    assert_record("(?:bb|b)c*b", true, "bb", REGEX_YES);
    assert_record("(?:bb|b)c*b", true, "bb\xff", REGEX_YES);
    assert_record("x(?:ab|a)[cd]*b$", false, "xab", REGEX_YES);
    assert_record("(?:(?:ba|)|)b*?a", true, "bab", REGEX_YES);
    assert_record("bb|bc*b", true, "bcb", REGEX_YES);
    assert_record("(?:b|a(?:bb|bc)).{0,}?c", true, "abcaa", REGEX_YES);
}

/* PCRE2's machine code would find no empty match before a byte 80 to BF. */
TEST(lookbehind)
{
    assert_record("(?<=b)", true, "b\x9f", REGEX_YES);
    assert_record("(?<=\\b)a?", true, "\x9f", REGEX_NO);
}

/* PCRE2's machine code would backtrack into atomic groups and find these. */
TEST(atomic_groups)
{
    assert_record("a(?>a+|a)(?=a)", true, "aaaaaaa", REGEX_NO);
    assert_record("a(*atomic:a+|a)(?=a)", true, "aaaaaaa", REGEX_NO);
    assert_record("(?>[ab]+|ab{1,3}){2,}", false, "aabacbbacab", REGEX_NO);
    assert_record("(?:.*+b*+|(?:b++)a){1,3}+..*+", true, "acbbbab", REGEX_NO);
    assert_record("(?x) ^a(.a+?){1,2} #twice\n + b", true, "aaab", REGEX_YES);
    assert_record("^a(.a+?){1,2}\\E(?#2)+b", true, "aaab", REGEX_YES);
    assert_record("a(?>a+|a)(?=a)", true, "aaaaaaa\xff", REGEX_NO);
    assert_record("a++$", true, "aa\xff\xc3", REGEX_NO);
    assert_record("(?>^|$)", true, "\x82", REGEX_YES);
    assert_record("b*+$", true, "a\xff", REGEX_YES);
}

/* Checks the message that regex_search_open() writes to standard error. */
static void assert_refused(const char *option, const char *regex, bool utf8, const char *message)
{
    capture_begin(STDERR_FILENO);
    struct regex_search *f = regex_search_open(option, regex, utf8, false);
    const char *actual = capture_end();
    assert_null(f);
    assert_string_equal(actual, message);
}

TEST(refusals)
{
    assert_refused("--where", "a(b", true,
                   "edgrep: --where 'a(b': at 4: missing closing parenthesis\n");
    assert_refused("--where-not", "\xc3\xa9[b-a]", true,
                   "edgrep: --where-not '\xc3\xa9[b-a]': at 5: range out of order in character "
                   "class\n");
    assert_refused("--where", "(*UTF)a", false,
                   "edgrep: --where '(*UTF)a': at 7: using UTF is disabled by the application\n");
}

TEST(borders)
{
    size_t bounds[2];
    const char *reason;
    const struct regex_text open = {
        .bytes = (const unsigned char *)"a\n", .length = 2, .good = true, .more = true};
    struct regex_search *f = regex_search_open("--where", "(?m)\n^", true, true);
    assert_int_equal(regex_search_find(f, &open, 0, bounds, &reason), REGEX_YES);
    regex_search_close(f);
    f = regex_search_open("--where", "(?m)\n^", true, false);
    assert_int_equal(regex_search_find(f, &open, 0, bounds, &reason), REGEX_NO);
    regex_search_close(f);
    f = regex_search_open("--where", "\n+", true, true);
    assert_int_equal(regex_search_find(f, &open, 0, bounds, &reason), REGEX_MORE);
    assert_int_equal(bounds[0], 1);
    regex_search_close(f);
}

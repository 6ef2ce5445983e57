/* unit_filter.c - records by regex. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "text/regex_search.h"

static void assert_record(const char *regex, bool utf8, const char *record,
                          enum filter_result expected)
{
    const char *reason = NULL;
    struct filter *f = filter_open("--where", regex, utf8, false);
    assert_non_null(f);
    assert_int_equal(filter_record(f, (const unsigned char *)record, strlen(record), &reason),
                     expected);
    if (expected == FILTER_ERROR)
        assert_true(reason != NULL && *reason != '\0');
    filter_close(f);
}

static void records(void **state)
{
    (void)state;
    assert_record("^a.c$", true, "abc", FILTER_YES);
    assert_record("^a.c$", true, "abbc", FILTER_NO);
    assert_record("^a.c$", true,
                  "a\xc3\xa9"
                  "c",
                  FILTER_YES);
    assert_record("^a.c$", false,
                  "a\xc3\xa9"
                  "c",
                  FILTER_NO);
    assert_record("\\w", true, "\xc3\xa9", FILTER_YES);
    assert_record("\\w", false, "\xc3\xa9", FILTER_NO);
    assert_record("", true, "", FILTER_YES);
    assert_record("(?i)\xc3\xa9", true, "x\xc3\x89", FILTER_YES);
    assert_record("b", true, "\xff\xfe b \xc3", FILTER_YES);
    assert_record("a.b", true,
                  "a\xff"
                  "b",
                  FILTER_NO);
    assert_record(".*b", true, "\377b", FILTER_YES);
    assert_record("\\N*b", true, "\377b", FILTER_YES);
    assert_record(".*?b", true, "\377b", FILTER_YES);
    assert_record("(?s).*b", true, "a\377\377b", FILTER_YES);
    assert_record("^.*b", true, "\377b", FILTER_NO);
    assert_record("\\Ab", true, "\377b", FILTER_NO);
    assert_record("\\bb\\b", true, "\377b\377", FILTER_YES);
    assert_record("^(a+)+$", true, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
                  FILTER_ERROR);
}

/* PCRE2's machine code would not find these: see start_flags() in regex_search.c. */
static void alternatives(void **state)
{
    (void)state;
    assert_record("(?:bb|b)c*b", true, "bb", FILTER_YES);
    assert_record("(?:bb|b)c*b", true, "bb\xff", FILTER_YES);
    assert_record("x(?:ab|a)[cd]*b$", false, "xab", FILTER_YES);
    assert_record("(?:(?:ba|)|)b*?a", true, "bab", FILTER_YES);
    assert_record("bb|bc*b", true, "bcb", FILTER_YES);
    assert_record("(?:b|a(?:bb|bc)).{0,}?c", true, "abcaa", FILTER_YES);
}

/* PCRE2's machine code would find no empty match before a byte 80 to BF. */
static void lookbehind(void **state)
{
    (void)state;
    assert_record("(?<=b)", true, "b\x9f", FILTER_YES);
    assert_record("(?<=\\b)a?", true, "\x9f", FILTER_NO);
}

/* PCRE2's machine code would go back into atomic groups and find these. */
static void atomic_groups(void **state)
{
    (void)state;
    assert_record("a(?>a+|a)(?=a)", true, "aaaaaaa", FILTER_NO);
    assert_record("a(*atomic:a+|a)(?=a)", true, "aaaaaaa", FILTER_NO);
    assert_record("(?>[ab]+|ab{1,3}){2,}", false, "aabacbbacab", FILTER_NO);
    assert_record("(?:.*+b*+|(?:b++)a){1,3}+..*+", true, "acbbbab", FILTER_NO);
    assert_record("(?x) ^a(.a+?){1,2} #twice\n + b", true, "aaab", FILTER_YES);
    assert_record("^a(.a+?){1,2}\\E(?#2)+b", true, "aaab", FILTER_YES);
    assert_record("a(?>a+|a)(?=a)", true, "aaaaaaa\xff", FILTER_NO);
    assert_record("a++$", true, "aa\xff\xc3", FILTER_NO);
    assert_record("(?>^|$)", true, "\x82", FILTER_YES);
    assert_record("b*+$", true, "a\xff", FILTER_YES);
}

/* What filter_open() says on standard error. */
static void assert_refused(const char *option, const char *regex, bool utf8, const char *message)
{
    capture_begin(STDERR_FILENO);
    struct filter *f = filter_open(option, regex, utf8, false);
    const char *said = capture_end();
    assert_null(f);
    assert_string_equal(said, message);
}

static void refusals(void **state)
{
    (void)state;
    assert_refused("--where", "a(b", true,
                   "edgrep: --where 'a(b': at 4: missing closing parenthesis\n");
    assert_refused("--where-not", "\xc3\xa9[b-a]", true,
                   "edgrep: --where-not '\xc3\xa9[b-a]': at 5: range out of order in character "
                   "class\n");
    assert_refused("--where", "(*UTF)a", false,
                   "edgrep: --where '(*UTF)a': at 7: using UTF is disabled by the application\n");
}

static void borders(void **state)
{
    (void)state;
    size_t bounds[2];
    const char *reason;
    const struct filter_text open = {
        .bytes = (const unsigned char *)"a\n", .length = 2, .good = true, .more = true};
    struct filter *f = filter_open("--where", "(?m)\n^", true, true);
    assert_int_equal(filter_search(f, &open, 0, bounds, &reason), FILTER_YES);
    filter_close(f);
    f = filter_open("--where", "(?m)\n^", true, false);
    assert_int_equal(filter_search(f, &open, 0, bounds, &reason), FILTER_NO);
    filter_close(f);
    f = filter_open("--where", "\n+", true, true);
    assert_int_equal(filter_search(f, &open, 0, bounds, &reason), FILTER_MORE);
    assert_int_equal(bounds[0], 1);
    filter_close(f);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records),    cmocka_unit_test(alternatives),
        cmocka_unit_test(lookbehind), cmocka_unit_test(atomic_groups),
        cmocka_unit_test(refusals),   cmocka_unit_test(borders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

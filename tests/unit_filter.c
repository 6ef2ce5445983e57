/* unit_filter.c - records by regex; delimiters however the text comes in. */
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
#include "text/filter.h"

static struct filter *open_delimiter(const char *regex, bool utf8)
{
    struct filter *f = filter_open("--delimiter", regex, utf8, true);
    assert_non_null(f);
    return f;
}

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
    assert_record("^(a+)+$", true, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
                  FILTER_ERROR);
}

/* What filter_open() says on standard error. */
static void assert_refused(const char *option, const char *regex, bool utf8, bool delimiter,
                           const char *message)
{
    capture_begin(STDERR_FILENO);
    struct filter *f = filter_open(option, regex, utf8, delimiter);
    const char *said = capture_end();
    assert_null(f);
    assert_string_equal(said, message);
}

static void refusals(void **state)
{
    (void)state;
    assert_refused("--where", "a(b", true, false,
                   "edgrep: --where 'a(b': at 4: missing closing parenthesis\n");
    assert_refused("--where-not", "\xc3\xa9[b-a]", true, false,
                   "edgrep: --where-not '\xc3\xa9[b-a]': at 5: range out of order in character "
                   "class\n");
    assert_refused("--delimiter", "x*", true, true,
                   "edgrep: --delimiter 'x*': can match the empty string\n");
    assert_refused("--delimiter", "", false, true,
                   "edgrep: --delimiter '': can match the empty string\n");
    assert_refused("--delimiter", "\\Ga", true, true,
                   "edgrep: --delimiter '\\Ga': \\G has no meaning here\n");
    struct filter *quoted = open_delimiter("\\Q\\G\\E", true);
    filter_close(quoted);
}

enum { BOUNDS = 64 };

/*
 * All delimiters of text, which comes in pieces of `step` bytes (0: at once); before what may still
 * matter the text is forgotten, as a reader would. Returns how many.
 */
static size_t split(struct filter *f, const char *text, size_t length, size_t step,
                    size_t bounds[][2])
{
    size_t count = 0, record = 0, kept = 0, from = 0, here = step == 0 ? length : 0;
    const char *reason;
    for (;;) {
        size_t start, end;
        /* an allocation of its own lets the sanitizers see reads outside of it */
        unsigned char *piece = malloc(here - kept + 1);
        memcpy(piece, text + kept, here - kept);
        enum filter_result result =
            filter_delimiter(f, piece, here - kept, from - kept, kept > record, here == length,
                             &start, &end, &reason);
        free(piece);
        assert_int_not_equal(result, FILTER_ERROR);
        if (result == FILTER_YES) {
            assert_true(count < BOUNDS);
            bounds[count][0] = kept + start;
            bounds[count++][1] = from = record = kept + end;
            kept = record;
        } else if (here == length) {
            assert_int_equal(result, FILTER_NO);
            return count;
        } else {
            from = result == FILTER_MORE ? kept + start : here;
            here = length - here > step ? here + step : length;
            size_t back = filter_lookbehind(f);
            if (from - record > back)
                kept = from - back;
        }
    }
}

static void assert_splits(const char *regex, bool utf8, const char *text, size_t length,
                          size_t expected)
{
    size_t whole[BOUNDS][2], parts[BOUNDS][2];
    struct filter *f = open_delimiter(regex, utf8);
    size_t count = split(f, text, length, 0, whole);
    if (count != expected)
        fail_msg("%s: %zu delimiters, not %zu", regex, count, expected);
    for (size_t step = 1; step <= length; step++) {
        size_t again = split(f, text, length, step, parts);
        if (again != count || memcmp(whole, parts, count * sizeof *whole) != 0)
            fail_msg("%s: other delimiters in pieces of %zu bytes", regex, step);
    }
    filter_close(f);
}
#define ASSERT_SPLITS(REGEX, UTF8, TEXT, EXPECTED)                                                 \
    assert_splits(REGEX, UTF8, TEXT, sizeof(TEXT) - 1, EXPECTED)

static void delimiters(void **state)
{
    (void)state;
    ASSERT_SPLITS(";", true, "a;b;;c", 3);
    ASSERT_SPLITS("\n\n+", true, "a\nb\n\n\n\nc\n\nd\n", 2);
    ASSERT_SPLITS("a|ab|abc", true, "xabcabxa", 3);
    ASSERT_SPLITS("abc|b", true, "xabxabcx", 2);
    ASSERT_SPLITS("\r?\n", true, "a\r\nb\nc\r", 2);
    ASSERT_SPLITS("[0-9]{2,4}", true, "a1b12c12345d1", 2);
    ASSERT_SPLITS("^-+\n", true, "--\nab\n--\n", 1);
    ASSERT_SPLITS("(?m)^-+\n", true, "--\nab\n--\nc--\n", 2);
    ASSERT_SPLITS("\\Aab", true, "ababcab", 2);
    ASSERT_SPLITS("ab$", true, "abab ab", 1);
    ASSERT_SPLITS("(?m),$", true, ",a,\nb,\n", 2);
    ASSERT_SPLITS("a\\z", true, "aaa", 1);
    ASSERT_SPLITS("\xc3\xa9;", true, "a\xc3\xa9;b\xc3\xa9\xc3\xa9;", 2);
    ASSERT_SPLITS("\xc3\xa9", true, "\xc3\xa9\xc3\xc3\xa9\xa9\xc3", 2);
    ASSERT_SPLITS("\\p{Lu}", true, "a\xc3\x89\xc3\xa9Z\xff\xce\x91", 3);
    ASSERT_SPLITS("\xe2\x82\xac+", true, "\xe2\x82\xac\xe2\x82\xac\xe2\x82x\xe2\x82\xac", 2);
    ASSERT_SPLITS("ab+", true,
                  "xab\xff"
                  "abb\xff",
                  2);
    ASSERT_SPLITS("[\\x80-\\xff]+", false, "a\xc3\xa9z\xff", 2);
    ASSERT_SPLITS("\\x00", true, "a\0b\0\0", 3);
}

static void lookarounds(void **state)
{
    (void)state;
    ASSERT_SPLITS("(?<=ab);", true, "ab;b;xab;;", 2);
    ASSERT_SPLITS("(?<!ab);", true, "ab;b;xab;;", 2);
    ASSERT_SPLITS("(?<=\xc3\xa9\xe2\x82\xac);", true, "\xc3\xa9\xe2\x82\xac;\xe2\x82\xac;;", 1);
    ASSERT_SPLITS(";(?=ab)", true, ";ab;a;;ab;", 2);
    ASSERT_SPLITS(";(?!ab)", true, ";ab;a;;ab;", 3);
    ASSERT_SPLITS("\\bx\\b", true, "x xx x\xc3\xa9 yx x", 2);
    ASSERT_SPLITS("\\B;\\B", true, "a;b ; ;c", 1);
    ASSERT_SPLITS("a\\Kb", true, "abaabb", 2);
    ASSERT_SPLITS("a+\\Kb+", true, "aaabbaab", 2);
    ASSERT_SPLITS("(?<=\\Aa)b", false, "ababxab", 2);
    ASSERT_SPLITS("(?<=\\ba)b", false, "ab xab ab", 2);
    ASSERT_SPLITS("(?m)(?<=^a)b", false, "xab\nab", 1);
    ASSERT_SPLITS("(?<=^|;)=", true, "=;=a=;=", 3);
}

static void certainty(void **state)
{
    (void)state;
    size_t start, end;
    const char *reason;
    struct filter *f = open_delimiter("-+", true);
    const unsigned char text[] = "ab--";
    assert_int_equal(filter_delimiter(f, text, 4, 0, false, false, &start, &end, &reason),
                     FILTER_MORE);
    assert_int_equal(start, 2);
    assert_int_equal(filter_delimiter(f, text, 4, 0, false, true, &start, &end, &reason),
                     FILTER_YES);
    assert_true(start == 2 && end == 4);
    assert_int_equal(filter_delimiter(f, text, 2, 0, false, false, &start, &end, &reason),
                     FILTER_NO);
    assert_int_equal(filter_delimiter(f, text, 0, 0, false, true, &start, &end, &reason),
                     FILTER_NO);
    assert_int_equal(filter_lookbehind(f), 4);
    filter_close(f);

    f = open_delimiter("(?<=abc)-", false);
    assert_int_equal(filter_lookbehind(f), 4);
    filter_close(f);

    f = open_delimiter("ab\\K", true);
    assert_int_equal(filter_delimiter(f, text, 4, 0, false, true, &start, &end, &reason),
                     FILTER_ERROR);
    assert_string_equal(reason, "the delimiter matched the empty string");
    filter_close(f);
}

/* Random texts over few letters, so that partial matches are everywhere. */
static void random_splits(void **state)
{
    (void)state;
    static const char *const regexes[] = {
        "ab",       "a+b",       "(?<=b)a+",  "a(?=b)",  "\\ba",   "b\\Ka+b",       "aa|ab|b+",
        "(a|b)\\1", "\xc3\xa9+", "a\xc3\xa9", "(?m)^a+", "(?m)b$", "(?<!a)\xc3\xa9"};
    static const char alphabet[] = "aaabbb\n\xc3\xa9\xc3\xa9";
    unsigned seed = 1;
    for (size_t i = 0; i < sizeof regexes / sizeof *regexes; i++) {
        struct filter *f = open_delimiter(regexes[i], true);
        for (int round = 0; round < 300; round++) {
            char text[24];
            size_t whole[BOUNDS][2], parts[BOUNDS][2];
            for (size_t j = 0; j < sizeof text; j++) {
                seed = seed * 1103515245 + 12345;
                text[j] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
            }
            size_t count = split(f, text, sizeof text, 0, whole);
            for (size_t step = 1; step < 6; step++) {
                size_t again = split(f, text, sizeof text, step, parts);
                if (again != count || memcmp(whole, parts, count * sizeof *whole) != 0)
                    fail_msg("%s: other delimiters of '%.24s' in pieces of %zu bytes", regexes[i],
                             text, step);
            }
        }
        filter_close(f);
    }
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records),     cmocka_unit_test(refusals),  cmocka_unit_test(delimiters),
        cmocka_unit_test(lookarounds), cmocka_unit_test(certainty), cmocka_unit_test(random_splits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

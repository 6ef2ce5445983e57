/* unit_delimiter.c - delimiters, with the text in one piece or in many. */
#include <unistd.h>

#include "capture.h"
#include "text/delimiter.h"
#include "unit.h"

static struct delimiter *open_delimiter(const char *regex, bool utf8)
{
    struct delimiter *d = delimiter_open(regex, utf8);
    assert_non_null(d);
    return d;
}

/* Checks the message that delimiter_open() writes to standard error, after the regex. */
static void assert_refused(const char *regex, const char *message)
{
    char expected[200];
    (void)snprintf(expected, sizeof expected, "edgrep: --delimiter '%s': %s\n", regex, message);
    capture_begin(STDERR_FILENO);
    struct delimiter *d = delimiter_open(regex, true);
    const char *actual = capture_end();
    assert_null(d);
    assert_string_equal(actual, expected);
}

TEST(refusals)
{
    assert_refused("x*", "can match the empty string");
    assert_refused("", "can match the empty string");
    assert_refused("a(b", "at 4: missing closing parenthesis");
    assert_refused("\\Ga", "at 1: \\G cannot be searched piece by piece");
    assert_refused("a\\Kb", "at 2: \\K cannot be searched piece by piece");
    assert_refused("a\\X", "at 2: \\X cannot be searched piece by piece");
    assert_refused("\xc3\xa9(*COMMIT)b", "at 2: (*COMMIT) cannot be searched piece by piece");
    assert_refused("a(*PRUNE:m)b", "at 2: (*PRUNE:m) cannot be searched piece by piece");
    assert_refused("a(?=b(*SKIP)c)", "at 6: (*SKIP) cannot be searched piece by piece");
    assert_refused("(?x) # \\K\n a (*THEN)b", "at 14: (*THEN) cannot be searched piece by piece");
    assert_refused("(?x)a\\K # why\n b", "at 6: \\K cannot be searched piece by piece");
    assert_refused("(?<=b)\\g<n>(?<n>a)",
                   "at 7: \\g<n> beside a lookbehind cannot be searched piece by piece");
    assert_refused("(a)(?<=b)(?1)",
                   "at 10: (?1) beside a lookbehind cannot be searched piece by piece");
    assert_refused("(*CRLF)a$", "a newline of two characters cannot be searched piece by piece; "
                                "\\R in its place can");
}

TEST(acceptances)
{
    static const char *const regexes[] = {
        "\\Q\\G\\K(*COMMIT)\\E", "[(*COMMIT)]",     "\\(*COMMIT", "(?#\\K)a",
        "(?x)a # \\K\n b",       "(a)b(?1)(?<n>c)", "\\\\K",      "(?-i)(?<=a)(?i)b",
        "(?<n>\\\\G)",           "(*CR)a$",         "(*:m)a"};
    for (size_t i = 0; i < sizeof regexes / sizeof *regexes; i++)
        delimiter_close(open_delimiter(regexes[i], true));
}

enum { BOUNDS = 64 };

/*
 * Finds all delimiters of a text that arrives in pieces of `step` bytes (0: all at once). Frees the
 * text that can no longer matter, as a reader does. Returns the number of delimiters.
 */
static size_t split(struct delimiter *d, const char *text, size_t length, size_t step,
                    size_t bounds[][2])
{
    size_t count = 0, record = 0, kept = 0, from = 0, here = step == 0 ? length : 0;
    const char *reason;
    for (;;) {
        size_t found[2];
        /* a separate allocation, so that sanitizers detect reads outside it */
        unsigned char *piece = malloc(here - kept + 1);
        memcpy(piece, text + kept, here - kept);
        struct delimiter_text now = {piece, here - kept, kept > record, here == length};
        enum regex_result result = delimiter_find(d, &now, from - kept, found, &reason);
        free(piece);
        assert_int_not_equal(result, REGEX_ERROR);
        if (result == REGEX_YES) {
            assert_true(count < BOUNDS);
            bounds[count][0] = kept + found[0];
            bounds[count++][1] = from = record = kept + found[1];
            kept = record;
        } else if (here == length) {
            assert_int_equal(result, REGEX_NO);
            return count;
        } else {
            from = kept + found[0];
            here = length - here > step ? here + step : length;
            size_t back = delimiter_lookbehind(d);
            if (from - record > back)
                kept = from - back;
        }
    }
}

static void assert_splits(const char *regex, bool utf8, const char *text, size_t length,
                          size_t expected)
{
    size_t whole[BOUNDS][2], parts[BOUNDS][2];
    struct delimiter *d = open_delimiter(regex, utf8);
    size_t count = split(d, text, length, 0, whole);
    if (count != expected)
        fail_msg("%s: %zu delimiters, not %zu", regex, count, expected);
    for (size_t step = 1; step <= length; step++) {
        size_t again = split(d, text, length, step, parts);
        if (again != count || memcmp(whole, parts, count * sizeof *whole) != 0)
            fail_msg("%s: different delimiters in pieces of %zu bytes", regex, step);
    }
    delimiter_close(d);
}
#define ASSERT_SPLITS(REGEX, UTF8, TEXT, EXPECTED)                                                 \
    assert_splits(REGEX, UTF8, TEXT, sizeof(TEXT) - 1, EXPECTED)

TEST(delimiters)
{
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
    ASSERT_SPLITS("a(?>a+|a)(?=a)", true, "aaaaaaabaaa", 0);
    ASSERT_SPLITS("a(?>a+|a)(?=b)", true,
                  "aaaaaaabaaa\xff"
                  "aab",
                  2);
    ASSERT_SPLITS("(?>ab|b{2}|a{1,3}[ab]+?)b", true, "aabacaaabcabb", 1);
    ASSERT_SPLITS("(.a+?){1,2}+b", true, "aaabaaab", 1);
}

/* Without PCRE2. */
TEST(literals)
{
    ASSERT_SPLITS("aab", true, "aaabaabaa", 2);
    ASSERT_SPLITS("\n\r\t", true, "\n\n\r\t\n\r", 1);
    ASSERT_SPLITS("\n\n", true, "a\n\n\nb\n\n", 2);
    ASSERT_SPLITS("\\.\\\\", true, ".\\a\\..\\", 2);
    ASSERT_SPLITS("]}-, #", true, "]}-, #]}-,#]}-, #", 2);
    ASSERT_SPLITS("a\\ba", true, "aaba", 0);
    ASSERT_SPLITS("a;", true,
                  "a\xe2\x82"
                  "a;\xff"
                  "a;",
                  2);
}

TEST(lookarounds)
{
    ASSERT_SPLITS("(?<=ab);", true, "ab;b;xab;;", 2);
    ASSERT_SPLITS("(?<!ab);", true, "ab;b;xab;;", 2);
    ASSERT_SPLITS("(?<=\xc3\xa9\xe2\x82\xac);", true, "\xc3\xa9\xe2\x82\xac;\xe2\x82\xac;;", 1);
    ASSERT_SPLITS(";(?=ab)", true, ";ab;a;;ab;", 2);
    ASSERT_SPLITS(";(?!ab)", true, ";ab;a;;ab;", 3);
    ASSERT_SPLITS("\\bx\\b", true, "x xx x\xc3\xa9 yx x", 2);
    ASSERT_SPLITS("\\B;\\B", true, "a;b ; ;c", 1);
    ASSERT_SPLITS("(?<=(?<!b)a)c", true, "bacaacac", 2);
    ASSERT_SPLITS("(?m)\n^#", true, "a\n#b\n#c\n", 2);
    ASSERT_SPLITS("(?m)a\n^", true, "a\na\n\na\n", 2);
    ASSERT_SPLITS("(?m)a(?=\n^)", true, "a\na\n\na\n", 2);
    ASSERT_SPLITS("(?m)a(?!\n^)", true, "a\na\n\na\n", 1);
    ASSERT_SPLITS(".*b", true, "\377bxb\377xb\n", 2);
    ASSERT_SPLITS("(?s).*b", true, "\377bxb\377xb\n", 2);
    ASSERT_SPLITS("(*NO_JIT)ab+", true,
                  "xab\xff"
                  "abb\xff",
                  2);
    ASSERT_SPLITS("(*NO_JIT)(?m)\n^#", true, "a\n#b\n#c\n", 2);
    ASSERT_SPLITS("(?<=\\Aa)b", false, "ababxab", 2);
    ASSERT_SPLITS("(?<=\\ba)b", false, "ab xab ab", 2);
    ASSERT_SPLITS("(?m)(?<=^a)b", false, "xab\nab", 1);
    ASSERT_SPLITS("(?<=^|;)=", true, "=;=a=;=", 3);
}

/* Searches text[0..length) for the first delimiter; `more`: more text may follow. */
static enum regex_result find(const char *regex, const char *text, size_t length, bool more,
                              size_t bounds[2], const char **reason)
{
    struct delimiter *d = open_delimiter(regex, true);
    struct delimiter_text t = {(const unsigned char *)text, length, false, !more};
    enum regex_result result = delimiter_find(d, &t, 0, bounds, reason);
    delimiter_close(d);
    return result;
}

TEST(certainty)
{
    size_t bounds[2];
    const char *reason;
    assert_int_equal(find("-+", "ab--", 4, true, bounds, &reason), REGEX_MORE);
    assert_int_equal(bounds[0], 2);
    assert_int_equal(find("-+", "ab--", 4, false, bounds, &reason), REGEX_YES);
    assert_true(bounds[0] == 2 && bounds[1] == 4);
    assert_int_equal(find("-+", "ab", 2, true, bounds, &reason), REGEX_NO);
    assert_int_equal(find("-+", "", 0, false, bounds, &reason), REGEX_NO);
    assert_int_equal(find("--", "ab-", 3, true, bounds, &reason), REGEX_MORE);
    assert_int_equal(bounds[0], 2);
    assert_int_equal(find("--", "ab-", 3, false, bounds, &reason), REGEX_NO);
    assert_int_equal(find("--", "a-b", 3, true, bounds, &reason), REGEX_NO);
    assert_int_equal(find("(?m)^--\n", "a\n--\n", 5, true, bounds, &reason), REGEX_YES);
    assert_int_equal(find("(?m)\n^#", "a\n", 2, true, bounds, &reason), REGEX_MORE);
    assert_int_equal(bounds[0], 1);
}

/* The limits do not depend on how much text is present. */
TEST(limits)
{
    enum { SIZE = 3 << 20 };
    char *text = malloc(SIZE);
    size_t bounds[2];
    const char *reason;
    memset(text, 'y', SIZE);
    text[9] = '<';
    text[9 + DELIMITER_MOST - 1] = '>';
    assert_int_equal(find("<[^>]*>", text, SIZE, true, bounds, &reason), REGEX_YES);
    assert_true(bounds[0] == 9 && bounds[1] == 9 + DELIMITER_MOST);
    text[9 + DELIMITER_MOST - 1] = 'y';
    text[9 + DELIMITER_MOST] = '>';
    assert_int_equal(find("<[^>]*>", text, SIZE, true, bounds, &reason), REGEX_ERROR);
    assert_string_equal(reason, "a delimiter is longer than 64 KiB");
    assert_int_equal(find("<[^>z]*z|>", text, SIZE, false, bounds, &reason), REGEX_YES);
    assert_int_equal(bounds[0], 9 + DELIMITER_MOST);
    text[9 + DELIMITER_MOST] = 'y';
    size_t most = 9 + DELIMITER_LOOK_MOST;
    assert_int_equal(find("<[^>]*>", text, most, false, bounds, &reason), REGEX_NO);
    assert_int_equal(find("<[^>]*>", text, most, true, bounds, &reason), REGEX_MORE);
    assert_int_equal(bounds[0], 9);
    assert_int_equal(find("<[^>]*>", text, most + 1, true, bounds, &reason), REGEX_ERROR);
    assert_int_equal(find("<[^>]*>", text, SIZE, false, bounds, &reason), REGEX_ERROR);
    assert_string_equal(reason, "whether a delimiter begins somewhere is not certain within 1 MiB");
    assert_int_equal(bounds[0], 9);
    free(text);
}

/* Random texts of few letters, so that partial matches are frequent. */
TEST(random_splits)
{
    static const char *const regexes[] = {
        "ab",       "a+b",       "(?<=b)a+",  "a(?=b)",  "\\ba",   "b+(?!a)",       "aa|ab|b+",
        "(a|b)\\1", "\xc3\xa9+", "a\xc3\xa9", "(?m)^a+", "(?m)b$", "(?<!a)\xc3\xa9"};
    static const char alphabet[] = "aaabbb\n\xc3\xa9\xc3\xa9";
    unsigned seed = 1;
    for (size_t i = 0; i < sizeof regexes / sizeof *regexes; i++) {
        struct delimiter *d = open_delimiter(regexes[i], true);
        for (int round = 0; round < 300; round++) {
            char text[24];
            size_t whole[BOUNDS][2], parts[BOUNDS][2];
            for (size_t j = 0; j < sizeof text; j++) {
                seed = seed * 1103515245 + 12345;
                text[j] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
            }
            size_t count = split(d, text, sizeof text, 0, whole);
            for (size_t step = 1; step < 6; step++) {
                size_t again = split(d, text, sizeof text, step, parts);
                if (again != count || memcmp(whole, parts, count * sizeof *whole) != 0)
                    fail_msg("%s: different delimiters of '%.24s' in pieces of %zu bytes",
                             regexes[i], text, step);
            }
        }
        delimiter_close(d);
    }
}

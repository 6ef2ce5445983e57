/*
 * fuzz_where.c - any --where on any text, in any pieces and in chunks of any size. edgrep must
 * print the records that match, each searched as a whole.
 *
 * PCRE2 without its optimizations, called at each position separately, gives the expected matches.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <locale.h>
#include <pcre2.h>
#include <stdbool.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "edgrep/edgrep.h"
#include "feed.h"
#include "fuzz_regex.h"
#include "ref/naive_regex.h"
#include "text/regex_search.h"

enum { LONGEST_TEXT = 400, LONGEST_PLAN = 32, PATIENCE = 100000 };

static const char pattern[] = "QQQ"; /* no text contains it */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    setlocale(LC_ALL, "C.UTF-8");
    fuzz_quietly(argc, argv);
    return 0;
}

/* Returns whether positions depend on each other because of verbs or \G: then PCRE2 searches as
 * usual. */
static bool places_depend(const char *regex)
{
    static const char *const dependent[] = {"\\G",    "(*COMMIT", "(*PRUNE",
                                            "(*SKIP", "(*THEN",   "(*ANYCRLF"};
    for (size_t i = 0; i < sizeof dependent / sizeof *dependent; i++)
        if (strstr(regex, dependent[i]) != NULL)
            return true;
    return false;
}

/* Returns whether PCRE2's machine code may be wrong (text/regex_search). */
static bool needs_interpreter(const char *regex)
{
    bool skips = strstr(regex, "(*COMMIT") != NULL || strstr(regex, "(*SKIP") != NULL;
    return regex_is_atomic(regex) || (skips && strchr(regex, '|') != NULL);
}

static pcre2_code *compile(const char *regex, bool utf8, bool anchored)
{
    uint32_t flags = utf8 ? PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF : PCRE2_NEVER_UTF;
    flags |= PCRE2_NO_DOTSTAR_ANCHOR;
    if (anchored)
        flags |= PCRE2_ANCHORED | PCRE2_NO_START_OPTIMIZE | PCRE2_NO_AUTO_POSSESS;
    int error;
    PCRE2_SIZE offset;
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)regex, PCRE2_ZERO_TERMINATED, flags, &error, &offset, NULL);
    if (code != NULL && !needs_interpreter(regex))
        (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    return code;
}

/* Returns PCRE2's result at or after `from`, or only at `from` if the code is anchored. */
static int match(const pcre2_code *code, const unsigned char *text, size_t length, size_t from)
{
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    pcre2_match_context *context = pcre2_match_context_create(NULL);
    (void)pcre2_set_match_limit(context, PATIENCE);
    int result = pcre2_match(code, text, length, from, 0, data, context);
    pcre2_match_context_free(context);
    pcre2_match_data_free(data);
    return result;
}

/* Returns the length of the character at `at`; 1 at the end. */
static size_t step(const unsigned char *text, size_t length, size_t at, bool utf8)
{
    uint32_t ignored;
    return utf8 && at < length ? utf8_decode(text + at, length - at, &ignored) : 1;
}

/* Returns REGEX_YES, REGEX_NO, or REGEX_ERROR. PCRE2's machine code reads beyond a truncated
 * sequence, so zeros follow the text. */
static enum regex_result expect(const pcre2_code *code, bool anchored, bool utf8,
                                const unsigned char *record, size_t length)
{
    unsigned char text[LONGEST_TEXT + 8] = {0};
    memcpy(text, record, length);
    int result = PCRE2_ERROR_NOMATCH;
    size_t last = anchored ? length : 0;
    for (size_t at = 0; at <= last && result == PCRE2_ERROR_NOMATCH;
         at += step(text, length, at, utf8))
        result = match(code, text, length, at);
    return result >= 0 ? REGEX_YES : result == PCRE2_ERROR_NOMATCH ? REGEX_NO : REGEX_ERROR;
}

struct expected {
    char lines[16 * (LONGEST_TEXT + 1)]; /* expected output */
    size_t length;
};

/*
 * Returns whether PCRE2 contradicts itself. With (*ACCEPT)(?(DEFINE)(a))?c it matches everything,
 * but looks for a c first. In a text with undecodable bytes its interpreter lets \z match before
 * them. With nested lookbehinds, its result depends on the start of the search: it does not find
 * (?<=(?<=(?<=(?<=a)))) in "a\xa9" from the beginning, but at the second byte; and its interpreter
 * and its compiled code find (?<=(?<=(?<=a)(?<=a)(?>a))) in "aaa" at different places.
 */
static bool is_fragile(const char *regex, const unsigned char *text, size_t length, bool utf8)
{
    const char *behind = strstr(regex, "(?<");
    bool several = behind != NULL && strstr(behind + 1, "(?<") != NULL;
    bool accepts = strstr(regex, "(*ACCEPT)") != NULL;
    bool interpreted = strstr(regex, "(*NO_JIT)") != NULL || accepts || needs_interpreter(regex);
    if (accepts && strstr(regex, "(DEFINE)") != NULL)
        return true;
    return utf8 && (several || (interpreted && utf8_good(text, length) < length));
}

/* Sets *e to the expected output. Returns false if one of the results is an error or unknown. */
static bool expect_lines(struct expected *e, const char *regex, bool utf8,
                         const unsigned char *text, size_t length)
{
    bool good = true, anchored = !places_depend(regex);
    const char *reason, *plain = strncmp(regex, "(*NO_JIT)", 9) == 0 ? regex + 9 : regex;
    pcre2_code *code = compile(plain, utf8, anchored);
    struct regex_search *f = regex_search_open("--where", regex, utf8, false);
    REQUIRE(code != NULL && f != NULL);
    size_t number = 1;
    e->length = 0;
    for (size_t at = 0; good && at < length; number++) {
        const unsigned char *end = memchr(text + at, '\n', length - at);
        size_t size = end != NULL ? (size_t)(end - text) - at : length - at;
        enum regex_result holds = expect(code, anchored, utf8, text + at, size);
        enum regex_result actual =
            holds == REGEX_ERROR ? holds : regex_search_record(f, text + at, size, &reason);
        good = holds != REGEX_ERROR && actual != REGEX_ERROR &&
               !is_fragile(regex, text + at, size, utf8);
        if (good && holds != actual)
            regex_show(regex, text + at, size);
        REQUIRE(!good || holds == actual);
        if (holds == REGEX_YES) {
            e->length += (size_t)sprintf(e->lines + e->length, "%zu:%zu::", number, at);
            memcpy(e->lines + e->length, text + at, size);
            e->length += size;
            e->lines[e->length++] = '\n';
        }
        at += size + 1;
    }
    regex_search_close(f);
    pcre2_code_free(code);
    return good;
}

static void run(const char *regex, bool utf8, unsigned chunk_size)
{
    char where[LONGEST_REGEX + 16], size[32];
    (void)snprintf(where, sizeof where, "--where=%s", regex);
    (void)snprintf(size, sizeof size, "--chunk-size=%u", chunk_size);
    const char *arguments[] = {"edgrep", "-k0", "-vn",   "-j1", utf8 ? "-h" : "-U",
                               size,     where, pattern, NULL};
    diag_reset();
    (void)edgrep_run(sizeof arguments / sizeof *arguments - 1, (char **)arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct expected e;
    struct choices c = {data, size};
    struct drawn_regex regex;
    unsigned bits = choose_byte(&c), chunk_size = 1 + choose_byte(&c);
    bool utf8 = bits & 1;
    size_t planned, n, length, printed;
    regex_make(&regex, &c);
    const unsigned char *plan = choose_bytes(&c, choose(&c, LONGEST_PLAN), &planned);
    const unsigned char *bytes = choose_bytes(&c, LONGEST_TEXT, &n);
    pcre2_code *code = compile(regex.text, utf8, false);
    if (code == NULL)
        return 0;
    pcre2_code_free(code);
    unsigned char *text = regex_subject(bytes, n, LONGEST_TEXT, &length);
    if (expect_lines(&e, regex.text, utf8, text, length)) {
        feed(text, length, plan, planned);
        feed_standard_input(bits & 2);
        run(regex.text, utf8, chunk_size);
        const unsigned char *output = feed_output(&printed);
        bool same = printed == e.length && (printed == 0 || memcmp(output, e.lines, printed) == 0);
        if (!same)
            regex_show(regex.text, text, length);
        REQUIRE(same);
    }
    free(text);
    return 0;
}

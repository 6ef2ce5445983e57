/*
 * regex_search.c - PCRE2 over records and pieces of text.
 *
 * For UTF-8, a regex is compiled twice: once for text known to be valid, which PCRE2 then need not
 * check (its interpreter would check the whole text in each call), and once for text with
 * undecodable bytes.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/regex_search.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/regex.h"

enum { FENCE = 8 }; /* bytes: a character has fewer */
enum { JIT_STACK_LEAST = 32 << 10, JIT_STACK_MOST = 8 << 20 };

struct regex_search {
    pcre2_code *good, *broken; /* for text without and with undecodable bytes; or the same code */
    bool interpreted;          /* neither may be compiled to machine code */
    bool fast;                 /* `broken` is machine code */
    pcre2_match_data *match;
    pcre2_match_context *context;
    pcre2_jit_stack *stack;
    unsigned char *fenced; /* a copy of a record, with FENCE zeros before and behind it */
    size_t fenced_capacity;
    PCRE2_UCHAR reason[256];
};

/* What note_atomic() finds in a regex. */
struct atomic {
    const char *regex;
    bool found;
};

/* Returns whether the item has a possessive quantifier: a plus behind a quantifier. White space,
 * comments and \E may separate the two. */
static bool is_possessive(const char *item, size_t length)
{
    bool quantified = false;
    for (size_t i = 1; i < length; i++) {
        if (quantified && item[i] == '+')
            return true;
        quantified |= strchr("+*?}", item[i]) != NULL;
    }
    return false;
}

/* A callback of PCRE2, which separates items. */
static int note_atomic(pcre2_callout_enumerate_block *callout, void *to)
{
    struct atomic *atomic = to;
    const char *item = atomic->regex + callout->pattern_position;
    size_t length = callout->next_item_length;
    bool group = length > 2 && (strncmp(item, "(?>", 3) == 0 || strncmp(item, "(*a", 3) == 0);
    atomic->found |= group || is_possessive(item, length);
    return 0;
}

/*
 * Whether the regex may have an atomic group or a possessive quantifier. PCRE2's machine code
 * (10.42) backtracks into some of these: it finds a(?>a+|a)(?=a) in "aaaaaaa", where nothing
 * matches, and its result depends on where the text ends. So such a regex is interpreted.
 */
static bool has_atomic(const char *regex, size_t length, uint32_t flags)
{
    struct regex_error error;
    struct atomic atomic = {.regex = regex};
    pcre2_code *code = regex_compile(regex, length, flags | PCRE2_AUTO_CALLOUT, &error);
    if (code != NULL)
        (void)pcre2_callout_enumerate(code, note_atomic, &atomic);
    bool may = code == NULL || atomic.found;
    pcre2_code_free(code);
    return may;
}

/* Compiles to machine code, if PCRE2 can. Otherwise the interpreter gives the same results. */
static bool speed_up(const struct regex_search *f, pcre2_code *code)
{
    size_t size = 0;
    if (!f->interpreted &&
        pcre2_jit_compile(code, PCRE2_JIT_COMPLETE | PCRE2_JIT_PARTIAL_HARD) == 0)
        (void)pcre2_pattern_info(code, PCRE2_INFO_JITSIZE, &size); /* 0: (*NO_JIT) */
    return size > 0;
}

/* Allocates a stack for machine code that recurs deeply. */
static bool reserve_stack(struct regex_search *f)
{
    f->match = pcre2_match_data_create(1, NULL); /* only the whole match is of interest */
    f->context = pcre2_match_context_create(NULL);
    if (f->match == NULL || f->context == NULL)
        return false;
    bool fast = speed_up(f, f->good);
    f->fast = f->broken == f->good ? fast : speed_up(f, f->broken);
    if (!fast && !f->fast)
        return true;
    f->stack = pcre2_jit_stack_create(JIT_STACK_LEAST, JIT_STACK_MOST, NULL);
    if (f->stack == NULL)
        return false;
    pcre2_jit_stack_assign(f->context, NULL, f->stack);
    return true;
}

/*
 * PCRE2's machine code (10.42) remembers how far a repeated character came, and does not try it
 * again before that. That is wrong if alternatives of a group lead to it: (?:bb|b)c*b does not find
 * "bb". Without PCRE2's optimizations of where a match may start, it does not remember. They are
 * worth much, so they are only disabled if a regex may have all of these, and never with a verb
 * that matches otherwise without them: such a regex is interpreted.
 */
static bool may_remember_wrongly(const char *regex)
{
    bool alternatives = strchr(regex, '(') != NULL && strchr(regex, '|') != NULL;
    return alternatives && strpbrk(regex, "*+{") != NULL;
}

/* Whether it may have a verb that goes on elsewhere. */
static bool may_skip(const char *regex)
{
    return strstr(regex, "(*COMMIT") != NULL || strstr(regex, "(*SKIP") != NULL;
}

/*
 * PCRE2 assumes that a regex beginning with .* matches only at the beginnings of lines. That is
 * wrong behind an undecodable byte, at which .* stops.
 */
static const uint32_t broken_flags = PCRE2_MATCH_INVALID_UTF | PCRE2_NO_DOTSTAR_ANCHOR;

/* PCRE2 (10.42) makes a repeat possessive that must not be, if \R or an optional atomic group is
 * behind it: .*\R does not find "\r", and a+b?+a does not find "aa". */
static bool may_possess_wrongly(const char *regex, bool atomic)
{
    return atomic || strstr(regex, "\\R") != NULL;
}

struct regex_search *regex_search_open(const char *option, const char *regex, bool utf8,
                                       bool open_end)
{
    bool remembers = may_remember_wrongly(regex), skips = may_skip(regex);
    uint32_t flags = (open_end ? PCRE2_ALT_CIRCUMFLEX : 0) |
                     (remembers && !skips ? PCRE2_NO_START_OPTIMIZE : 0) |
                     (utf8 ? PCRE2_UTF | PCRE2_UCP : PCRE2_NEVER_UTF);
    size_t length = strlen(regex);
    struct regex_error error;
    struct regex_search *f = xcalloc(1, sizeof *f);
    bool atomic = has_atomic(regex, length, flags);
    flags |= may_possess_wrongly(regex, atomic) ? PCRE2_NO_AUTO_POSSESS : 0;
    f->good = regex_compile(regex, length, flags, &error);
    f->broken = f->good;
    if (f->good != NULL && utf8)
        f->broken = regex_compile(regex, length, flags | broken_flags, &error);
    if (f->broken == NULL) {
        regex_report(option, regex, length, utf8, &error);
        regex_search_close(f);
        return NULL;
    }
    f->interpreted = (remembers && skips) || atomic;
    if (!reserve_stack(f))
        die_out_of_memory();
    return f;
}

void regex_search_close(struct regex_search *f)
{
    if (f == NULL)
        return;
    if (f->broken != f->good)
        pcre2_code_free(f->broken);
    pcre2_code_free(f->good);
    pcre2_match_data_free(f->match);
    pcre2_match_context_free(f->context);
    pcre2_jit_stack_free(f->stack);
    free(f->fenced);
    free(f);
}

static uint32_t information(const struct regex_search *f, uint32_t what)
{
    uint32_t answer = 0;
    (void)pcre2_pattern_info(f->good, what, &answer);
    return answer;
}

size_t regex_search_lookbehind(const struct regex_search *f)
{
    return information(f, PCRE2_INFO_MAXLOOKBEHIND);
}

bool regex_search_newline_simple(const struct regex_search *f)
{
    uint32_t newline = information(f, PCRE2_INFO_NEWLINE);
    return newline == PCRE2_NEWLINE_LF || newline == PCRE2_NEWLINE_CR ||
           newline == PCRE2_NEWLINE_NUL;
}

bool regex_search_matches_empty(const struct regex_search *f)
{
    return information(f, PCRE2_INFO_MATCHEMPTY) != 0;
}

/* PCRE2's interpreter (10.42) finds a whole match of \R* that ends with \r at the end of the text,
 * although \n may follow. */
static bool may_end_within_newline(const struct regex_text *text, size_t end)
{
    return end == text->length && end > 0 && text->bytes[end - 1] == '\r';
}

enum regex_result regex_search_find(struct regex_search *f, const struct regex_text *text,
                                    size_t from, size_t bounds[2], const char **reason)
{
    uint32_t flags = (text->middle ? PCRE2_NOTBOL : 0) | (text->cut ? PCRE2_NOTEOL : 0) |
                     (text->more ? PCRE2_PARTIAL_HARD : 0) | (text->good ? PCRE2_NO_UTF_CHECK : 0);
    const pcre2_code *code = text->good ? f->good : f->broken;
    bool interpreted = !f->fast;
    int result = pcre2_match(code, text->bytes, text->length, from, flags, f->match, f->context);
    if (result == PCRE2_ERROR_JIT_STACKLIMIT) { /* the interpreter has other limits */
        interpreted = true;
        result = pcre2_match(code, text->bytes, text->length, from, flags | PCRE2_NO_JIT, f->match,
                             f->context);
    }
    if (result == PCRE2_ERROR_NOMATCH)
        return REGEX_NO;
    if (result >= 0 || result == PCRE2_ERROR_PARTIAL) {
        memcpy(bounds, pcre2_get_ovector_pointer(f->match), 2 * sizeof *bounds);
        bool undecided = interpreted && text->more && may_end_within_newline(text, bounds[1]);
        return result >= 0 && !undecided ? REGEX_YES : REGEX_MORE;
    }
    (void)pcre2_get_error_message(result, f->reason, sizeof f->reason);
    *reason = (const char *)f->reason;
    return REGEX_ERROR;
}

/*
 * Copies a record with undecodable bytes to a form in which PCRE2 (10.42) makes no mistake. Its
 * machine code reads beyond a truncated sequence, even out of the record: so zeros surround the
 * copy. Before a byte 80 to BF its interpreter finds no ^, and its machine code no empty match with
 * a lookbehind: so all undecodable bytes become FF, which matches as little.
 */
static const unsigned char *fence(struct regex_search *f, const unsigned char *record,
                                  size_t length)
{
    xgrow(&f->fenced, &f->fenced_capacity, length + 2 * (size_t)FENCE, 1);
    unsigned char *copy = f->fenced + FENCE;
    memset(f->fenced, 0, FENCE);
    memcpy(copy, record, length);
    memset(copy + length, 0, FENCE);
    for (size_t at = utf8_good(copy, length); at < length;
         at += 1 + utf8_good(copy + at + 1, length - at - 1))
        copy[at] = 0xFF;
    return copy;
}

/* PCRE2's interpreter gives up at an undecodable byte at the end, though $ may match behind it. So
 * the end is searched once more. */
enum regex_result regex_search_record(struct regex_search *f, const unsigned char *record,
                                      size_t length, const char **reason)
{
    size_t bounds[2];
    struct regex_text text = {.bytes = record, .length = length};
    text.good = f->broken == f->good || utf8_good(record, length) == length;
    if (!text.good)
        text.bytes = fence(f, record, length);
    enum regex_result result = regex_search_find(f, &text, 0, bounds, reason);
    if (result == REGEX_NO && !text.good && !f->fast)
        result = regex_search_find(f, &text, length, bounds, reason);
    return result;
}

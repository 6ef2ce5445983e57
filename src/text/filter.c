/*
 * filter.c - PCRE2 over whole records, and over text that is still coming.
 *
 * A delimiter is searched in the text so far with PCRE2_PARTIAL_HARD: PCRE2 says so when it comes
 * to the end of the text before it is certain, whatever the regex. Broken UTF-8 matches nothing.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/filter.h"

#include <errno.h>
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/regex.h"

enum { JIT_STACK_LEAST = 32 << 10, JIT_STACK_MOST = 8 << 20 };

struct filter {
    pcre2_code *code;
    pcre2_match_data *match;
    pcre2_match_context *context;
    pcre2_jit_stack *stack;
    bool utf8;
    PCRE2_UCHAR reason[256];
};

static int is_restart(pcre2_callout_enumerate_block *callout, void *regex)
{
    const char *item = (const char *)regex + callout->pattern_position;
    return callout->next_item_length >= 2 && memcmp(item, "\\G", 2) == 0;
}

/* What makes `code` unfit to be a delimiter, or NULL. Where a search goes on depends on how the
 * text came: \G must not see it. */
static const char *delimiter_fault(const pcre2_code *code, const char *regex, uint32_t flags)
{
    uint32_t empty = 0;
    (void)pcre2_pattern_info(code, PCRE2_INFO_MATCHEMPTY, &empty);
    if (empty)
        return "can match the empty string";
    struct regex_error error;
    pcre2_code *parsed = regex_compile(regex, strlen(regex), flags | PCRE2_AUTO_CALLOUT, &error);
    int restart = parsed != NULL ? pcre2_callout_enumerate(parsed, is_restart, (void *)regex) : 0;
    pcre2_code_free(parsed);
    return restart ? "\\G has no meaning here" : NULL;
}

/* Compiles to machine code where PCRE2 can; deep recursion then needs a stack of its own. */
static bool prepare(struct filter *f)
{
    f->match = pcre2_match_data_create(1, NULL); /* only the whole match is of interest */
    f->context = pcre2_match_context_create(NULL);
    if (f->match == NULL || f->context == NULL)
        return false;
    int error = pcre2_jit_compile(f->code, PCRE2_JIT_COMPLETE | PCRE2_JIT_PARTIAL_HARD);
    if (error != 0) /* no JIT here, or no memory for it: the interpreter does the same */
        return true;
    f->stack = pcre2_jit_stack_create(JIT_STACK_LEAST, JIT_STACK_MOST, NULL);
    if (f->stack == NULL)
        return false;
    pcre2_jit_stack_assign(f->context, NULL, f->stack);
    return true;
}

struct filter *filter_open(const char *option, const char *regex, bool utf8, bool delimiter)
{
    uint32_t flags = utf8 ? PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF : 0;
    struct regex_error error;
    pcre2_code *code = regex_compile(regex, strlen(regex), flags, &error);
    if (code == NULL) {
        regex_report(option, regex, strlen(regex), utf8, &error);
        return NULL;
    }
    const char *fault = delimiter ? delimiter_fault(code, regex, flags) : NULL;
    if (fault != NULL) {
        diag_error("%s '%s': %s", option, regex, fault);
        pcre2_code_free(code);
        return NULL;
    }
    struct filter *f = xcalloc(1, sizeof *f);
    f->code = code;
    f->utf8 = utf8;
    if (!prepare(f))
        die("%s", strerror(ENOMEM));
    return f;
}

void filter_close(struct filter *f)
{
    if (f == NULL)
        return;
    pcre2_code_free(f->code);
    pcre2_match_data_free(f->match);
    pcre2_match_context_free(f->context);
    pcre2_jit_stack_free(f->stack);
    free(f);
}

static enum filter_result search(struct filter *f, const unsigned char *text, size_t length,
                                 size_t from, uint32_t flags, const char **reason)
{
    int result = pcre2_match(f->code, text, length, from, flags, f->match, f->context);
    if (result >= 0)
        return FILTER_YES;
    if (result == PCRE2_ERROR_NOMATCH)
        return FILTER_NO;
    if (result == PCRE2_ERROR_PARTIAL)
        return FILTER_MORE;
    (void)pcre2_get_error_message(result, f->reason, sizeof f->reason);
    *reason = (const char *)f->reason;
    return FILTER_ERROR;
}

enum filter_result filter_record(struct filter *f, const unsigned char *record, size_t length,
                                 const char **reason)
{
    return search(f, record, length, 0, 0, reason);
}

/*
 * A sequence that the end of the text cuts in two would be taken for broken: it stays out until its
 * rest is there.
 */
enum filter_result filter_delimiter(struct filter *f, const unsigned char *text, size_t length,
                                    size_t from, bool middle, bool last, size_t *start, size_t *end,
                                    const char **reason)
{
    size_t whole = length;
    if (f->utf8 && !last)
        whole -= utf8_cut(text + from, length - from);
    uint32_t flags = (middle ? PCRE2_NOTBOL : 0) | (last ? 0 : PCRE2_PARTIAL_HARD);
    enum filter_result result = search(f, text, whole, from, flags, reason);
    if (result == FILTER_NO && whole < length) {
        *start = whole;
        return FILTER_MORE;
    }
    if (result == FILTER_NO || result == FILTER_ERROR)
        return result;
    const size_t *bounds = pcre2_get_ovector_pointer(f->match);
    *start = bounds[0];
    *end = bounds[1];
    if (result == FILTER_YES && *start >= *end) {
        *reason = "the delimiter matched the empty string";
        return FILTER_ERROR;
    }
    return result;
}

/* One character more than PCRE2 says, so that what it looks at is never the beginning of the text:
 * \A and \b within a lookbehind ask for that. */
size_t filter_lookbehind(const struct filter *f)
{
    uint32_t characters = 0;
    (void)pcre2_pattern_info(f->code, PCRE2_INFO_MAXLOOKBEHIND, &characters);
    return ((size_t)characters + 1) * (f->utf8 ? 4 : 1);
}

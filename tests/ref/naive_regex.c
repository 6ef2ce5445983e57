#include "naive_regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "naive_text.h"

struct regex {
    pcre2_code *code;
    bool utf8, atomic;
    pcre2_match_data *match;
};

bool regex_is_atomic(const char *text)
{
    static const char *const signs[] = {"(?>", "++", "*+", "?+", "}+"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(text, signs[i]) != NULL)
            return true;
    return false;
}

struct regex *regex_open(const char *text, bool utf8)
{
    static const char no_jit[] = "(*NO_JIT)"; /* machine code does not return the match */
    if (strncmp(text, no_jit, strlen(no_jit)) == 0)
        text += strlen(no_jit);
    int error;
    size_t at;
    uint32_t flags = PCRE2_NO_DOTSTAR_ANCHOR | PCRE2_NO_START_OPTIMIZE | PCRE2_NO_AUTO_POSSESS;
    if (utf8)
        flags |= PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF;
    struct regex *r = naive_allocate(1, sizeof *r);
    r->code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, flags, &error, &at, NULL);
    r->match = pcre2_match_data_create(1, NULL);
    r->utf8 = utf8;
    r->atomic = regex_is_atomic(text);
    if (r->code == NULL || r->match == NULL)
        abort();
    (void)pcre2_jit_compile(r->code, PCRE2_JIT_COMPLETE);
    return r;
}

void regex_close(struct regex *r)
{
    pcre2_match_data_free(r->match);
    pcre2_code_free(r->code);
    free(r);
}

/* Replaces undecodable bytes by FF: the interpreter (10.42) does not find ^ before 80 to BF. */
static void mark_undecodable(unsigned char *bytes, size_t length)
{
    uint32_t c;
    for (size_t at = 0, size; at < length; at += size) {
        size = character_decode(bytes + at, length - at, true, &c);
        if (c >= CODE_POINTS)
            bytes[at] = 0xFF;
    }
}

/*
 * Matches with PCRE2's interpreter; broken UTF-8 with its machine code, unless the regex is atomic.
 * In broken UTF-8 the interpreter (10.42) takes an undecodable byte for the end of the text, and
 * stops at one at the end of the text, though $ may match after it. Machine code finds no empty
 * match with a lookbehind before a byte 80 to BF; so undecodable bytes are replaced for both.
 */
bool regex_matches(struct regex *r, struct naive_bytes record)
{
    enum { FENCE = 8 }; /* in broken UTF-8 machine code also reads bytes outside of the text */
    bool broken = r->utf8 && !naive_is_utf8(record), again = broken && r->atomic;
    uint32_t flags = broken && !r->atomic ? 0 : PCRE2_NO_JIT;
    unsigned char *copy = naive_allocate(record.length + 2 * (size_t)FENCE, 1),
                  *text = copy + FENCE;
    if (record.length > 0)
        memcpy(text, record.bytes, record.length);
    if (broken)
        mark_undecodable(text, record.length);
    int result = pcre2_match(r->code, text, record.length, 0, flags, r->match, NULL);
    if (again && result == PCRE2_ERROR_NOMATCH)
        result = pcre2_match(r->code, text, record.length, record.length, flags, r->match, NULL);
    free(copy);
    if (result < 0 && result != PCRE2_ERROR_NOMATCH)
        abort();
    return result >= 0;
}

static void add(struct delimiters *d, size_t start, size_t end)
{
    d->list = naive_with_room(d->list, d->count, sizeof *d->list);
    d->list[d->count++] = (struct delimiter){start, end};
}

/* Searches for each delimiter in the rest after the one before, as in a text of its own. */
static void find_matches(struct delimiters *d, struct regex *r, struct naive_bytes text)
{
    const size_t *bounds = pcre2_get_ovector_pointer(r->match);
    for (size_t at = 0; at < text.length; at = d->list[d->count - 1].end) {
        struct naive_bytes rest = {text.bytes + at, text.length - at};
        if (!regex_matches(r, rest))
            return;
        if (bounds[0] >= bounds[1])
            abort();
        add(d, at + bounds[0], at + bounds[1]);
    }
}

struct delimiters delimiters_find(const struct naive_options *o, struct naive_bytes text)
{
    struct delimiters d = {NULL, 0};
    if (o->delimiter != NULL) {
        struct regex *r = regex_open(o->delimiter, o->utf8);
        find_matches(&d, r, text);
        regex_close(r);
    } else if (!o->span_lines) {
        for (size_t i = 0; i < text.length; i++)
            if (text.bytes[i] == (o->null_data ? '\0' : '\n'))
                add(&d, i - (o->crlf && i > 0 && text.bytes[i - 1] == '\r'), i + 1);
    }
    return d;
}

/* char_class.c - PCRE2 as the parser of items. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/char_class.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"

static bool regex_matches(const pcre2_code *regex, const char *text)
{
    pcre2_match_data *match = regex_match_data();
    int result = match == NULL
                     ? PCRE2_ERROR_NOMEMORY
                     : pcre2_match(regex, (PCRE2_SPTR)text, strlen(text), 0, 0, match, NULL);
    pcre2_match_data_free(match);
    if (result == PCRE2_ERROR_NOMEMORY)
        die_out_of_memory();
    return result >= 0;
}

/* Returns whether the item is `.` or a negated set. A quoted dot does not match a letter. */
static bool matches_undecodable(const struct class_item *item)
{
    const char *text = item->text;
    if (text[0] == '.')
        return regex_matches(item->regex, "a");
    if (item->length < 2)
        return false;
    if (text[0] == '[')
        return text[1] == '^';
    if (text[0] != '\\')
        return false;
    bool caret = item->length > 3 && text[2] == '{' && text[3] == '^';
    switch (text[1]) {
    case 'N':
        return item->length == 2; /* not \N{U+e9} */
    case 'D':
    case 'H':
    case 'S':
    case 'V':
    case 'W':
        return true;
    case 'P':
        return !caret;
    case 'p':
        return caret;
    default:
        return false;
    }
}

/* Returns whether each match of the regex is one character: at the end of a lookbehind, after two
 * characters, it makes the lookbehind three characters long. */
static bool is_single(const char *source, size_t length, uint32_t flags)
{
    static const char before[] = "(?<=aa", after[] = "\\E)";
    enum { BEFORE = sizeof before - 1, AFTER = sizeof after - 1 };
    char *text = xmalloc(BEFORE + length + AFTER);
    memcpy(text, before, BEFORE);
    memcpy(text + BEFORE, source, length);
    memcpy(text + BEFORE + length, after, AFTER);
    struct regex_error error;
    uint32_t lookbehind = 0;
    pcre2_code *regex = regex_compile(text, BEFORE + length + AFTER, flags, &error);
    if (regex != NULL)
        (void)pcre2_pattern_info(regex, PCRE2_INFO_MAXLOOKBEHIND, &lookbehind);
    pcre2_code_free(regex);
    free(text);
    return lookbehind == 3;
}

bool char_class_check(const char *what, const char *text, size_t length,
                      const struct pattern_rules *rules)
{
    struct regex_error error;
    pcre2_code *regex = regex_compile(text, length, char_class_flags(rules), &error);
    pcre2_code_free(regex);
    if (regex != NULL || error.number == PCRE2_ERROR_PATTERN_TOO_LARGE)
        return true;
    regex_report(what, text, length, rules->utf8, &error);
    return false;
}

uint32_t char_class_flags(const struct pattern_rules *rules)
{
    return PCRE2_NEVER_BACKSLASH_C | (rules->utf8 ? PCRE2_UTF | PCRE2_UCP : 0) |
           (rules->ignore_case ? PCRE2_CASELESS : 0) | (rules->span_lines ? PCRE2_DOTALL : 0);
}

/* Sets item->source. Returns the length of the settings before the item. */
static size_t write_source(struct class_item *item, unsigned settings)
{
    static const char *const texts[] = {"(?xx)", "(?i)", "(?-i)", "(?s)", "(?-s)", "\\Q"};
    static const enum class_setting bits[] = {CLASS_BLANKS, CLASS_CASELESS,  CLASS_CASEFUL,
                                              CLASS_DOTALL, CLASS_NO_DOTALL, CLASS_LITERAL};
    enum { SETTINGS_MOST = 32 };
    char *end = item->source = xmalloc(SETTINGS_MOST + item->length);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if ((settings & bits[i]) != 0)
            end = stpcpy(end, texts[i]);
    memcpy(end, item->text, item->length);
    item->source_length = (size_t)(end - item->source) + item->length;
    return (size_t)(end - item->source);
}

bool char_class_single(const char *text, size_t length, unsigned settings,
                       const struct pattern_rules *rules, struct class_item *item,
                       struct regex_error *error)
{
    uint32_t flags = char_class_flags(rules);
    *item = (struct class_item){.text = text, .length = length};
    size_t before = write_source(item, settings);
    item->regex = regex_compile(item->source, item->source_length, flags | PCRE2_ANCHORED, error);
    if (item->regex != NULL && is_single(item->source, item->source_length, flags)) {
        item->undecodable = matches_undecodable(item);
        return true;
    }
    if (item->regex != NULL)
        *error = (struct regex_error){0, 0};
    error->offset -= error->offset < before ? error->offset : before;
    pcre2_code_free(item->regex);
    free(item->source);
    return false;
}

/*
 * classes.c - PCRE2 as the parser of -P.
 *
 * PCRE2 compiles the pattern with automatic callouts. They say where each item begins, and how long
 * it is together with all that follows it up to the next one: white space and comments of (?x), \E,
 * \Q. Option settings such as (?i) count as items. The pattern is then read from left to right:
 * settings, and what follows an item, go into a prefix, and the items after them are compiled alone
 * with that prefix.
 *
 * Whether an item matches exactly one character PCRE2 says, too. A lookbehind of two characters and
 * the item, "(?<=aa" ITEM ")", must be three characters long; and the item must take a quantifier,
 * which a{1}, for example, does not.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/classes.h"

#include <ctype.h>
#include <errno.h>
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "query/regex.h"

struct string {
    char *bytes;
    size_t length, capacity;
};

struct callout { /* PCRE2 gives an item with what follows it: bytes of the pattern */
    size_t start, length;
};

struct callouts {
    struct callout *list;
    size_t count, capacity;
};

struct cutter {
    const char *text;
    size_t length;
    bool utf8;
    uint32_t flags;
    struct string prefix; /* settings that hold here */
    struct string trial;  /* the last text given to PCRE2 */
    struct class_item *items;
    size_t count, capacity;
};

static void append(struct string *s, const char *bytes, size_t length)
{
    xgrow(&s->bytes, &s->capacity, s->length + length + 1, 1);
    memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
}

/* Keeps what lies between two items, if it matters to those that follow: it has \Q or \E. */
static void append_gap(struct string *s, const char *bytes, size_t length)
{
    if (length > 0 && memchr(bytes, '\\', length) != NULL)
        append(s, bytes, length);
}

static int add_callout(pcre2_callout_enumerate_block *block, void *callouts)
{
    struct callouts *s = callouts;
    xgrow(&s->list, &s->capacity, s->count + 1, sizeof *s->list);
    s->list[s->count++] = (struct callout){block->pattern_position, block->next_item_length};
    return 0;
}

/* Compiles BEFORE prefix text[0..length) AFTER; NULL when PCRE2 does not accept it. */
static pcre2_code *compile_trial(struct cutter *c, const char *before, const char *text,
                                 size_t length, const char *after, uint32_t flags)
{
    struct regex_error error;
    c->trial.length = 0;
    append(&c->trial, before, strlen(before));
    append(&c->trial, c->prefix.bytes, c->prefix.length);
    append(&c->trial, text, length);
    append(&c->trial, after, strlen(after));
    return regex_compile(c->trial.bytes, c->trial.length, c->flags | flags, &error);
}

/* The characters that text matches, all of its matches being as long; -1 when they are not. */
static int width(struct cutter *c, const char *text, size_t length)
{
    uint32_t lookbehind = 0;
    pcre2_code *regex = compile_trial(c, "(?<=aa", text, length, "\\E)", 0);
    if (regex == NULL)
        return -1;
    (void)pcre2_pattern_info(regex, PCRE2_INFO_MAXLOOKBEHIND, &lookbehind);
    pcre2_code_free(regex);
    return (int)lookbehind - 2;
}

static bool takes_quantifier(struct cutter *c, const char *text, size_t length)
{
    pcre2_code *regex = compile_trial(c, "", text, length, "\\E{1}", 0);
    pcre2_code_free(regex);
    return regex != NULL;
}

static size_t count_items(struct cutter *c, const char *text, size_t length)
{
    struct callouts callouts = {0};
    pcre2_code *regex = compile_trial(c, "", text, length, "", PCRE2_AUTO_CALLOUT);
    if (regex == NULL)
        return SIZE_MAX;
    (void)pcre2_callout_enumerate(regex, add_callout, &callouts);
    pcre2_code_free(regex);
    free(callouts.list);
    return callouts.count;
}

/* Whether text has no items: it is empty, white space, a comment, \Q or \E. */
static bool is_void(struct cutter *c, const char *text, size_t length)
{
    return length == 0 || count_items(c, text, length) == count_items(c, "", 0);
}

/* Whether the item only sets options, as (?i) and (?^x-s) do. */
static bool is_setting(struct cutter *c, const char *text, size_t length)
{
    size_t i = 2;
    if (length < 3 || memcmp(text, "(?", 2) != 0)
        return false;
    while (i < length && (isalpha((unsigned char)text[i]) || text[i] == '^' || text[i] == '-'))
        i++;
    return i < length && text[i] == ')' && width(c, text, i + 1) == 0;
}

/*
 * The length of the item at the beginning of text without what follows it; 0 when it is not a
 * single character. It is the shortest part that is an item and leaves nothing: \x is an item, but
 * leaves {e9} of \x{e9}.
 */
static size_t item_length(struct cutter *c, const char *text, size_t length)
{
    for (size_t part = 1; part <= length; part++)
        if (width(c, text, part) == 1 && takes_quantifier(c, text, part) &&
            is_void(c, text + part, length - part))
            return part;
    return 0;
}

static bool matches(const pcre2_code *regex, const char *text)
{
    pcre2_match_data *match = pcre2_match_data_create(1, NULL);
    int result = match == NULL
                     ? PCRE2_ERROR_NOMEMORY
                     : pcre2_match(regex, (PCRE2_SPTR)text, strlen(text), 0, 0, match, NULL);
    pcre2_match_data_free(match);
    if (result == PCRE2_ERROR_NOMEMORY)
        die("%s", strerror(ENOMEM));
    return result >= 0;
}

/* Whether the item is `.` or a negated set. A quoted dot does not match a letter. */
static bool matches_undecodable(const struct class_item *item)
{
    const char *text = item->text;
    if (text[0] == '.')
        return matches(item->regex, "a");
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

static void add_item(struct cutter *c, const char *text, size_t length)
{
    struct class_item item = {.text = text, .length = length};
    item.regex = compile_trial(c, "", text, length, "", PCRE2_ANCHORED);
    item.source = xmemdup(c->trial.bytes, c->trial.length);
    item.source_length = c->trial.length;
    item.undecodable = matches_undecodable(&item);
    xgrow(&c->items, &c->capacity, c->count + 1, sizeof item);
    c->items[c->count++] = item;
}

static void refuse(const struct cutter *c, struct callout item)
{
    char reason[2 * REGEX_EXCERPT + 128];
    const char *text = c->text + item.start;
    snprintf(reason, sizeof reason,
             "'%.*s' is not a single character"
             " (quantifiers, groups, alternation ... are not allowed with -P)",
             regex_excerpt(text, item.length), text);
    regex_complain("pattern", c->text, c->length, item.start, c->utf8, reason);
}

/* Adds the items of `callouts`, all but the last, which stands for the end of the pattern. */
static bool add_items(struct cutter *c, const struct callouts *callouts)
{
    size_t read = 0; /* bytes of the pattern */
    for (size_t i = 0; i + 1 < callouts->count; i++) {
        struct callout item = callouts->list[i];
        const char *text = c->text + item.start;
        append_gap(&c->prefix, c->text + read, item.start - read);
        read = item.start + item.length;
        if (is_setting(c, text, item.length)) {
            append(&c->prefix, text, item.length);
            continue;
        }
        size_t length = item_length(c, text, item.length);
        if (length == 0) {
            refuse(c, item);
            return false;
        }
        add_item(c, text, length);
        append_gap(&c->prefix, text + length, item.length - length);
    }
    return true;
}

static uint32_t compile_flags(const struct pattern_rules *rules)
{
    return PCRE2_NEVER_BACKSLASH_C | (rules->utf8 ? PCRE2_UTF | PCRE2_UCP : 0) |
           (rules->ignore_case ? PCRE2_CASELESS : 0) | (rules->span_lines ? PCRE2_DOTALL : 0);
}

struct class_item *classes_cut(const char *text, size_t length, const struct pattern_rules *rules,
                               size_t *count)
{
    struct cutter c = {
        .text = text, .length = length, .utf8 = rules->utf8, .flags = compile_flags(rules)};
    struct callouts callouts = {0};
    struct regex_error error;
    pcre2_code *regex = regex_compile(text, length, c.flags | PCRE2_AUTO_CALLOUT, &error);
    if (regex == NULL) {
        regex_report("pattern", text, length, rules->utf8, &error);
        return NULL;
    }
    (void)pcre2_callout_enumerate(regex, add_callout, &callouts);
    pcre2_code_free(regex);
    xgrow(&c.items, &c.capacity, 1, sizeof *c.items);
    xgrow(&c.prefix.bytes, &c.prefix.capacity, 1, 1);
    bool good = true;
    if (length > 1 && memcmp(text, "(*", 2) == 0) { /* holds only where a whole pattern begins */
        const char *end = memchr(text, ')', length);
        refuse(&c, (struct callout){0, end != NULL ? (size_t)(end - text) + 1 : length});
        good = false;
    }
    good = good && add_items(&c, &callouts);
    free(callouts.list);
    free(c.prefix.bytes);
    free(c.trial.bytes);
    if (!good) {
        classes_free(c.items, c.count);
        return NULL;
    }
    *count = c.count;
    return c.items;
}

void classes_free(struct class_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(items[i].source);
        pcre2_code_free(items[i].regex);
    }
    free(items);
}

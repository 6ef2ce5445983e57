/*
 * char_class.c - PCRE2 as the parser of -P.
 *
 * A pattern compiled with automatic callouts reports where each item begins, and its length
 * including white space and comments of (?x), \E and \Q up to the next item. Option settings such
 * as (?i) are items too. The pattern is read from left to right: settings, and whether \Q is
 * active, are collected in a prefix with which each later item is compiled alone. PCRE2 itself
 * proves that an item matches exactly one character: at the end of a lookbehind, after two
 * characters, it must make the lookbehind three characters long, and it must still admit a
 * quantifier (a{1} does not).
 *
 * PCRE2 cannot compile patterns of more than some thousand items, so a long one is read in windows.
 * A window may end inside an item: only items well before its end are used.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/char_class.h"

#include <ctype.h>
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/regex.h"

struct string {
    char *bytes;
    size_t length, capacity;
};

struct callout { /* an item with its trailing gap, as reported by a callout */
    size_t start, length;
};

struct callouts {
    struct callout *list;
    size_t count, capacity;
};

enum {
    WINDOW = 2000,       /* bytes; doubled where an item needs more, */
    WINDOW_MOST = 64000, /* below 64 KiB: PCRE2 counts places with 16 bits */
    MARGIN = 32,         /* bytes: an escape may be so long, if it has no brace */
    RETREAT_MOST = 64,
};

struct cutter {
    const char *what; /* name of the pattern in messages */
    const char *text;
    size_t length;
    size_t read; /* bytes already cut into items */
    bool utf8;
    uint32_t flags;
    struct string prefix; /* active settings, each once, and \Q if `quoted` */
    bool quoted;
    struct string trial; /* the last text given to PCRE2 */
    struct class_item *items;
    size_t count, capacity;
};

static void append_bytes(struct string *s, const char *bytes, size_t length)
{
    xgrow(&s->bytes, &s->capacity, s->length + length + 1, 1);
    memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
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
    append_bytes(&c->trial, before, strlen(before));
    append_bytes(&c->trial, c->prefix.bytes, c->prefix.length);
    append_bytes(&c->trial, text, length);
    append_bytes(&c->trial, after, strlen(after));
    return regex_compile(c->trial.bytes, c->trial.length, c->flags | flags, &error);
}

/* Returns the number of characters of each match of text; -1 if matches differ in length. */
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

/* Returns whether text has no items: it is empty, white space, a comment, \Q or \E. */
static bool is_void(struct cutter *c, const char *text, size_t length)
{
    return length == 0 || count_items(c, text, length) == count_items(c, "", 0);
}

/* Returns the length, without its gap, of an item that only sets options, such as (?i) or (?^x-s);
 * 0 for other items. */
static size_t setting_length(struct cutter *c, const char *text, size_t length)
{
    size_t i = 2;
    if (length < 3 || memcmp(text, "(?", 2) != 0)
        return 0;
    while (isalpha((unsigned char)text[i]) || text[i] == '^' || text[i] == '-') /* before a ')' */
        i++;
    return text[i] == ')' && width(c, text, i + 1) == 0 ? i + 1 : 0;
}

/*
 * Reads the gap between two items. It has a lasting effect only if it has \Q or \E outside of a
 * comment: if an open parenthesis is then accepted, \Q is active.
 */
static void pass_gap(struct cutter *c, const char *text, size_t length)
{
    if (length == 0 || memchr(text, '\\', length) == NULL)
        return;
    pcre2_code *regex = compile_trial(c, "", text, length, "(", 0);
    bool quoted = regex != NULL;
    pcre2_code_free(regex);
    if (quoted && !c->quoted)
        append_bytes(&c->prefix, "\\Q", 2);
    else if (!quoted && c->quoted)
        c->prefix.length -= 2;
    c->quoted = quoted;
}

/*
 * Adds a setting to the prefix, and removes an earlier equal one, which it repeats.
 */
static void add_setting(struct cutter *c, const char *text, size_t length)
{
    struct string *p = &c->prefix;
    char *old = p->length > 0 ? memmem(p->bytes, p->length, text, length) : NULL;
    if (old != NULL) {
        memmove(old, old + length, (size_t)(p->bytes + p->length - (old + length)));
        p->length -= length;
    }
    append_bytes(p, text, length);
}

/*
 * Returns the length of the item at the beginning of text without its gap; 0 if it does not match a
 * single character. It is the shortest part that is an item and leaves only a gap: \x is an item,
 * but leaves {e9} of \x{e9}.
 */
static size_t item_length(struct cutter *c, const char *text, size_t length)
{
    bool whole = text[0] == '[' && text[length - 1] == ']'; /* a comment at its end would fail */
    if (whole && width(c, text, length) == 1)
        return length;
    for (size_t part = 1; part <= length; part++)
        if (width(c, text, part) == 1 && takes_quantifier(c, text, part) &&
            is_void(c, text + part, length - part))
            return part;
    return 0;
}

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
    regex_complain(c->what, c->text, c->length, item.start, c->utf8, reason);
}

/* Adds the items of `callouts` except the last, which is the end of the window. */
static bool add_items(struct cutter *c, const struct callouts *callouts)
{
    for (size_t i = 0; i + 1 < callouts->count; i++) {
        struct callout item = callouts->list[i];
        const char *text = c->text + item.start;
        pass_gap(c, c->text + c->read, item.start - c->read);
        c->read = item.start + item.length;
        size_t length = setting_length(c, text, item.length);
        if (length > 0) {
            add_setting(c, text, length);
        } else if ((length = item_length(c, text, item.length)) > 0) {
            add_item(c, text, length);
        } else {
            refuse(c, item);
            return false;
        }
        pass_gap(c, text + length, item.length - length);
    }
    c->read = callouts->list[callouts->count - 1].start;
    return true;
}

/* Returns the end of a window of at most `size` bytes from c->read on that cuts no character. */
static size_t window_end(const struct cutter *c, size_t size)
{
    if (c->length - c->read <= size)
        return c->length;
    size_t end = c->read + size;
    return c->utf8 ? end - utf8_cut((const unsigned char *)c->text + c->read, size) : end;
}

/*
 * Compiles the text up to `end`. Before the end of the pattern, closes a set that may be open;
 * other open constructs ("\\x{e", "(?i") begin only a few bytes before the end.
 */
static pcre2_code *compile_window(struct cutter *c, size_t end)
{
    const char *text = c->text + c->read;
    pcre2_code *regex = NULL;
    if (end == c->length)
        return compile_trial(c, "", text, end - c->read, "", PCRE2_AUTO_CALLOUT);
    for (size_t back = 0; regex == NULL && back < RETREAT_MOST; back++)
        regex = compile_trial(c, "", text, end - c->read - back, "]]", PCRE2_AUTO_CALLOUT);
    return regex;
}

/* Returns the position up to which the items of the window are certain. */
static size_t certain_end(const struct cutter *c, size_t end)
{
    size_t limit = end - RETREAT_MOST - MARGIN;
    const char *text = c->text + c->read;
    const char *open = memrchr(text, '{', end - c->read),
               *close = memrchr(text, '}', end - c->read);
    if (open == NULL || (close != NULL && close > open))
        return limit;
    size_t brace = (size_t)(open - c->text), before = brace > 2 ? brace - 2 : 0; /* "\\x{" */
    return before < limit ? before : limit;
}

/* Makes the callouts of a window relative to the text, without the prefix, and drops uncertain
 * ones. Returns false if none is left. */
static bool settle_callouts(const struct cutter *c, struct callouts *callouts, size_t end)
{
    size_t kept = 0, limit = end == c->length ? end : certain_end(c, end);
    for (size_t i = 0; i < callouts->count; i++) {
        struct callout item = callouts->list[i];
        if (item.start < c->prefix.length)
            continue;
        item.start += c->read - c->prefix.length;
        if (item.start <= limit)
            callouts->list[kept++] = item;
    }
    callouts->count = kept;
    return kept > (end < c->length);
}

/* Reads a window, as large as necessary. Returns false if an error was reported. */
static bool read_window(struct cutter *c)
{
    bool good = false;
    for (size_t size = WINDOW; !good && size <= WINDOW_MOST; size *= 2) {
        struct callouts callouts = {0};
        size_t end = window_end(c, size);
        pcre2_code *regex = compile_window(c, end);
        if (regex != NULL)
            (void)pcre2_callout_enumerate(regex, add_callout, &callouts);
        pcre2_code_free(regex);
        good = regex != NULL && settle_callouts(c, &callouts, end);
        bool added = !good || add_items(c, &callouts);
        free(callouts.list);
        if (!added)
            return false;
    }
    if (!good)
        regex_complain(
            c->what, c->text, c->length, c->read, c->utf8,
            "more than 64000 bytes before the next item (a set, a comment, white space)");
    return good;
}

/* Returns whether PCRE2 accepts the pattern, or finds it too large. Otherwise an error was
 * reported. */
static bool check_syntax(const struct cutter *c)
{
    struct regex_error error;
    pcre2_code *regex = regex_compile(c->text, c->length, c->flags, &error);
    pcre2_code_free(regex);
    if (regex != NULL || error.number == PCRE2_ERROR_PATTERN_TOO_LARGE)
        return true;
    regex_report(c->what, c->text, c->length, c->utf8, &error);
    return false;
}

uint32_t char_class_flags(const struct pattern_rules *rules)
{
    return PCRE2_NEVER_BACKSLASH_C | (rules->utf8 ? PCRE2_UTF | PCRE2_UCP : 0) |
           (rules->ignore_case ? PCRE2_CASELESS : 0) | (rules->span_lines ? PCRE2_DOTALL : 0);
}

static void free_items(struct class_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(items[i].source);
        pcre2_code_free(items[i].regex);
    }
    free(items);
}

struct class_item *char_class_cut(const char *what, const char *text, size_t length,
                                  const struct pattern_rules *rules, size_t *count)
{
    struct cutter c = {.what = what,
                       .text = text,
                       .length = length,
                       .utf8 = rules->utf8,
                       .flags = char_class_flags(rules)};
    if (!check_syntax(&c))
        return NULL;
    xgrow(&c.items, &c.capacity, 1, sizeof *c.items);
    xgrow(&c.prefix.bytes, &c.prefix.capacity, 1, 1);
    bool good = true;
    if (length > 1 && memcmp(text, "(*", 2) == 0) { /* valid only at the beginning of a pattern */
        const char *end = memchr(text, ')', length);
        refuse(&c, (struct callout){0, (size_t)(end - text) + 1});
        good = false;
    }
    while (good && c.read < length)
        good = read_window(&c);
    free(c.prefix.bytes);
    free(c.trial.bytes);
    if (!good) {
        free_items(c.items, c.count);
        return NULL;
    }
    *count = c.count;
    return c.items;
}

static void append_settings(struct string *prefix, unsigned settings)
{
    static const char *const texts[] = {"(?i)", "(?-i)", "(?s)", "(?-s)", "\\Q"};
    static const enum class_setting bits[] = {CLASS_CASELESS, CLASS_CASEFUL, CLASS_DOTALL,
                                              CLASS_NO_DOTALL, CLASS_LITERAL};
    append_bytes(prefix, "", 0);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if ((settings & bits[i]) != 0)
            append_bytes(prefix, texts[i], strlen(texts[i]));
}

bool char_class_single(const char *text, size_t length, unsigned settings,
                       const struct pattern_rules *rules, struct class_item *item,
                       struct regex_error *error)
{
    struct cutter c = {
        .text = text, .length = length, .utf8 = rules->utf8, .flags = char_class_flags(rules)};
    append_settings(&c.prefix, settings);
    append_bytes(&c.trial, c.prefix.bytes, c.prefix.length);
    append_bytes(&c.trial, text, length);
    pcre2_code *regex = regex_compile(c.trial.bytes, c.trial.length, c.flags, error);
    bool good = regex != NULL;
    pcre2_code_free(regex);
    if (!good) {
        error->offset -= error->offset < c.prefix.length ? error->offset : c.prefix.length;
    } else if (width(&c, text, length) == 1) {
        add_item(&c, text, length);
        *item = c.items[0];
    } else {
        *error = (struct regex_error){0, 0};
        good = false;
    }
    free(c.items);
    free(c.prefix.bytes);
    free(c.trial.bytes);
    return good;
}

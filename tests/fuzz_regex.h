/*
 * fuzz_regex.h - regular expressions and texts for them from the fuzzer's bytes: the expressions
 * contain much that makes PCRE2 look back, look ahead, or jump, and few different characters, so
 * that many of them match.
 */
#pragma once

#include "fuzz.h"

enum { LONGEST_REGEX = 200 };

struct drawn_regex {
    char text[LONGEST_REGEX + 1];
    size_t length;
};

static inline void regex_put(struct drawn_regex *r, const char *item)
{
    size_t length = strlen(item);
    if (r->length + length > LONGEST_REGEX)
        return;
    memcpy(r->text + r->length, item, length + 1);
    r->length += length;
}

static inline void regex_put_items(struct drawn_regex *r, struct choices *c, unsigned depth);

/* Appends settings, for the beginning, before a group, or after an item; mostly none. */
static inline void regex_put_settings(struct drawn_regex *r, struct choices *c)
{
    static const char *const settings[] = {"(?m)",      "(?s)",       "(?i)", "(?x)",
                                           "(*NO_JIT)", "(?ms)",      "(?U)", "(*NO_JIT)",
                                           "(*CR)",     "(*ANYCRLF)", "(?m)", "(*BSR_ANYCRLF)"};
    unsigned choice = choose(c, 24);
    if (choice < sizeof settings / sizeof *settings)
        regex_put(r, settings[choice]);
}

static inline void regex_put_group(struct drawn_regex *r, struct choices *c, unsigned depth)
{
    static const char *const opens[] = {
        "(",    "(?:",   "(?=",  "(?!",      "(?<=",    "(?<!",  "(?>",   "(?|",  "(?m:",
        "(?s:", "(?(1)", "(?i:", "(*napla:", "(?(?=a)", "(?(R)", "(*sr:", "(?<=", "(?(?<=b)"};
    regex_put(r, opens[choose(c, sizeof opens / sizeof *opens)]);
    regex_put_items(r, c, depth + 1);
    if (choose(c, 3) == 0) {
        regex_put(r, "|");
        regex_put_items(r, c, depth + 1);
    }
    regex_put(r, ")");
}

static inline void regex_put_item(struct drawn_regex *r, struct choices *c, unsigned depth)
{
    static const char *const items[] = {"a",         "b",
                                        "c",         "\n",
                                        ";",         "\\r",
                                        "\xc3\xa9",  "\xe2\x82\xac",
                                        ".",         "\\N",
                                        "[^a]",      "[ab]",
                                        "\\w",       "\\W",
                                        "\\s",       "\\R",
                                        "\\b",       "\\B",
                                        "^",         "$",
                                        "\\A",       "\\z",
                                        "\\Z",       "[^b;]",
                                        "\\p{L}",    "\\1",
                                        "(?1)",      "(?R)",
                                        "a",         "b",
                                        "(*ACCEPT)", "(*F)",
                                        "(*:m)",     "\\n",
                                        ".*",        "\\h",
                                        "\\xff",     "[\\x80-\\xff]",
                                        "(?C1)",     "\\Q\\K\\E",
                                        "a+",        "b*",
                                        ".+?",       "a|",
                                        "|b",        "\\H",
                                        "\\V",       "\\d",
                                        "abc",       "ab"};
    static const char *const rare[] = {
        "\\K",      "\\G",     "\\X",     "\\C",       "(*COMMIT)",
        "(*PRUNE)", "(*SKIP)", "(*THEN)", "(*SKIP:m)", "(?(DEFINE)(a))",
        "(?<n>a)",  "\\g<1>"};
    enum { ITEMS = sizeof items / sizeof *items, RARE = sizeof rare / sizeof *rare };
    unsigned choice = choose_byte(c);
    if (choice < 2 * ITEMS)
        regex_put(r, items[choice / 2]);
    else if (choice < 2 * ITEMS + RARE)
        regex_put(r, rare[choice - 2 * ITEMS]);
    else if (depth < 4)
        regex_put_group(r, c, depth);
    else
        regex_put(r, "a");
}

static inline void regex_put_items(struct drawn_regex *r, struct choices *c, unsigned depth)
{
    static const char *const repeats[] = {"*",  "+",  "?",  "{2}", "{1,3}",
                                          "*?", "+?", "?+", "++",  "{2,}"};
    for (unsigned n = 1 + choose(c, 4); n > 0 && c->left > 0; n--) {
        regex_put_item(r, c, depth);
        unsigned choice = choose(c, 32);
        if (choice < sizeof repeats / sizeof *repeats)
            regex_put(r, repeats[choice]);
    }
}

static inline void regex_make(struct drawn_regex *r, struct choices *c)
{
    r->length = 0;
    r->text[0] = '\0';
    regex_put_settings(r, c);
    regex_put_settings(r, c);
    regex_put_items(r, c, 0);
}

/* Returns n bytes converted to a text for such a regex; each byte stands for a short string.
 * Allocates exactly *length bytes, at most `most`. */
static inline unsigned char *regex_subject(const unsigned char *bytes, size_t n, size_t most,
                                           size_t *length)
{
    static const char *const strings[] = {
        "a",  "b",    "c", "a", "\n",           ";", "\r",   "\r\n", "\xc3\xa9", "\xff",
        "ab", "\xc3", "a", "b", "\xe2\x82\xac", " ", "\xa9", "1"};
    unsigned char *text = malloc(3 * n + 1);
    REQUIRE(text != NULL);
    *length = 0;
    for (size_t i = 0; i < n; i++) {
        const char *string = strings[bytes[i] % (sizeof strings / sizeof *strings)];
        for (; *string != '\0' && *length < most; string++)
            text[(*length)++] = (unsigned char)*string;
    }
    unsigned char *copy = exact_copy(text, *length);
    free(text);
    return copy;
}

static inline void show_bytes(const char *label, const unsigned char *bytes, size_t length)
{
    dprintf(fuzz_messages, "%s: ", label);
    for (size_t i = 0; i < length; i++)
        dprintf(fuzz_messages, bytes[i] > ' ' && bytes[i] < 0x7f ? "%c" : "\\x%02x", bytes[i]);
    dprintf(fuzz_messages, "\n");
}

/* Prints the regex and the text of a failure. */
static inline void regex_show(const char *regex, const unsigned char *text, size_t length)
{
    show_bytes("regex", (const unsigned char *)regex, strlen(regex));
    show_bytes("text", text, length);
}

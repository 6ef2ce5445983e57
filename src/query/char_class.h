/* char_class.h - items of -P and -E, which match one character each; PCRE2 decides which. */
#pragma once

#include <stddef.h>

#include "query/regex.h"
#include "query/rules.h"

/* Settings of an item, which override the rules; each a bit. */
enum class_setting {
    CLASS_LITERAL = 1,    /* the character itself, without any special meaning (\\Q) */
    CLASS_CASELESS = 2,   /* (?i) */
    CLASS_CASEFUL = 4,    /* (?-i) */
    CLASS_DOTALL = 8,     /* (?s) */
    CLASS_NO_DOTALL = 16, /* (?-s) */
    CLASS_BLANKS = 32     /* (?xx): blanks in a set are ignored */
};

struct class_item {
    const char *text; /* as written in the pattern */
    size_t length;
    char *source; /* the regex for PCRE2: preceding options, and the item; owned */
    size_t source_length;
    void *regex; /* compiled source, owned */
    bool undecodable;
};

/* Returns whether PCRE2 accepts the pattern text[0..length), or finds it too large. Otherwise an
 * error was reported; `what` names the pattern. */
bool char_class_check(const char *what, const char *text, size_t length,
                      const struct pattern_rules *rules);

/*
 * Sets the item written as text[0..length), which is not empty; `settings`: bits of enum
 * class_setting. Returns false if it is no single character; *error describes why, with number 0 if
 * PCRE2 accepts it as something else.
 */
bool char_class_single(const char *text, size_t length, unsigned settings,
                       const struct pattern_rules *rules, struct class_item *item,
                       struct regex_error *error);

/* Returns PCRE2's flags for these rules. */
uint32_t char_class_flags(const struct pattern_rules *rules);

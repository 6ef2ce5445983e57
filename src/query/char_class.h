/* char_class.h - a pattern of -P, cut into items that match one character each. */
#pragma once

#include <stddef.h>

#include "query/regex.h"
#include "query/rules.h"

/* Settings of an item, which override the rules; each a bit. */
enum class_setting {
    CLASS_LITERAL = 1,   /* the character itself, without any special meaning (\\Q) */
    CLASS_CASELESS = 2,  /* (?i) */
    CLASS_CASEFUL = 4,   /* (?-i) */
    CLASS_DOTALL = 8,    /* (?s) */
    CLASS_NO_DOTALL = 16 /* (?-s) */
};

struct class_item {
    const char *text; /* as written in the pattern */
    size_t length;
    char *source; /* the regex for PCRE2: preceding options, and the item; owned */
    size_t source_length;
    void *regex; /* compiled source, owned */
    bool undecodable;
};

/*
 * Cuts the pattern text[0..length) into items; `what` names it in messages. Returns NULL after
 * reporting an error. Otherwise sets *count (maybe 0); the caller frees unused items and the array.
 */
struct class_item *char_class_cut(const char *what, const char *text, size_t length,
                                  const struct pattern_rules *rules, size_t *count);

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

/* char_class.h - a pattern of -P, cut into items that match one character each. */
#ifndef CHAR_CLASS_H
#define CHAR_CLASS_H

#include <stddef.h>

#include "query/regex.h"
#include "query/rules.h"

/* What holds for an item, whatever the rules say; each a bit. */
enum class_setting {
    CLASS_LITERAL = 1,   /* it is just this character, whatever it means elsewhere (\\Q) */
    CLASS_CASELESS = 2,  /* (?i) */
    CLASS_CASEFUL = 4,   /* (?-i) */
    CLASS_DOTALL = 8,    /* (?s) */
    CLASS_NO_DOTALL = 16 /* (?-s) */
};

struct class_item {
    const char *text; /* how it is written, within the pattern */
    size_t length;
    char *source; /* what PCRE2 compiles to match it: the options before it, and itself; owned */
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
 * The item that is written text[0..length), which is not empty; `settings`: bits of enum
 * class_setting. False: it is no single character, and *error says why; its number is 0 where PCRE2
 * accepts it as something else.
 */
bool char_class_single(const char *text, size_t length, unsigned settings,
                       const struct pattern_rules *rules, struct class_item *item,
                       struct regex_error *error);

/* PCRE2's flags for what is compiled by these rules. */
uint32_t char_class_flags(const struct pattern_rules *rules);

/* Frees an array of items with all they own. */
void char_class_free(struct class_item *items, size_t count);

#endif

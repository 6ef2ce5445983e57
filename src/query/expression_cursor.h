/*
 * expression_cursor.h - a position in an expression (-E) or a sequence of items (-P), and the
 * syntax there: where an item ends, settings, quoting, quantifiers, and what is ignored between
 * items.
 *
 * PCRE2 decides what an item matches (char_class.h). This module only finds where each item ends.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query/expression_tree.h"

struct cursor {
    const char *text;
    size_t length, at;
    bool utf8;
    bool classes;      /* -P: settings of what it does not have are ignored */
    bool quoted;       /* within \Q...\E: items are just characters */
    bool extended;     /* within (?x) */
    unsigned settings; /* bits of enum class_setting in force */
};

/* Returns the number of bytes left. */
size_t cursor_left(const struct cursor *p);

/* Returns whether the text continues with `s`. */
bool cursor_follows(const struct cursor *p, const char *s);

/* Returns the item that begins here, before the end of the text: a character, an escape or a set.
 * Its length is 0 if the ']' of a set is missing. */
struct node cursor_item(const struct cursor *p);

/* Returns whether settings begin here: (?i), or the beginning of (?i: ), which opens a group. */
bool cursor_is_setting(const struct cursor *p);
bool cursor_opens_group(const struct cursor *p);

/* Reads "(?i)", "(?i:" or "(?:", and applies it. Returns NULL, or an error message; then the cursor
 * is at the error. */
const char *cursor_read_settings(struct cursor *p);

/* Skips what is ignored between items: comments, white space with (?x), \Q and \E. */
void cursor_pass_gaps(struct cursor *p);

/* Returns the length of the quantifier that begins here, or 0 if there is none; sets *least and
 * *most (REPEAT_FOREVER: unbounded). Numbers above EXPRESSION_MOST are only returned as greater
 * than it. */
size_t cursor_read_quantifier(const struct cursor *p, uint32_t *least, uint32_t *most);

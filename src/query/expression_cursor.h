/*
 * expression_cursor.h - a place in an expression (-E), and what of its syntax begins there: where
 * an item ends, what is set or quoted from here on, quantifiers, and what only stands between
 * items.
 *
 * What an item matches is PCRE2's affair (char_class.h). Here it is only found where each ends.
 */
#ifndef EXPRESSION_CURSOR_H
#define EXPRESSION_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cursor {
    const char *text;
    size_t length, at;
    bool utf8;
    bool quoted;       /* within \Q...\E: items are just characters */
    bool extended;     /* (?x) holds */
    unsigned settings; /* that hold, bits of enum class_setting */
};

/* The bytes that are left. */
size_t cursor_left(const struct cursor *p);

/* Whether the text goes on with `s`. */
bool cursor_follows(const struct cursor *p, const char *s);

/* The end of the item that begins here, before the end of the text: a character, an escape or a
 * set. `at`: the ']' of a set is missing. */
size_t cursor_item_end(const struct cursor *p);

/* Whether settings begin here: (?i), or the beginning of (?i: ), which opens a group. */
bool cursor_is_setting(const struct cursor *p);
bool cursor_opens_group(const struct cursor *p);

/* Reads "(?i)", "(?i:" or "(?:", and applies it. Returns NULL, or why that cannot be; then the
 * cursor is where the error is. */
const char *cursor_read_settings(struct cursor *p);

/* Passes over what stands between items: comments, white space with (?x), \Q and \E. */
void cursor_pass_gaps(struct cursor *p);

/* The length of the quantifier that begins here, for at least *least and at most *most times
 * (REPEAT_FOREVER: any number); 0: there is none. Numbers above EXPRESSION_MOST are only told to be
 * above it. */
size_t cursor_read_quantifier(const struct cursor *p, uint32_t *least, uint32_t *most);

#endif

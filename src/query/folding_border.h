/* folding_border.h - where a text can be cut before it is folded: between pieces, at delimiters. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/utf8.h"
#include "query/folding.h"

/* Returns whether blanks belong to the piece before them. */
static inline bool folding_joins_blanks(const struct folding *e)
{
    return e->trim_lines || e->join_lines;
}

static inline uint32_t folding_decode(const struct folding *e, const unsigned char *text, size_t at,
                                      size_t to, size_t *length)
{
    uint32_t c;
    *length = utf8_or_byte(e->utf8, text + at, to - at, &c);
    return c;
}

static inline bool folding_joins(const struct folding *e, const unsigned char *text, size_t at,
                                 size_t to, size_t *length)
{
    unsigned kind = folding_kind(e, folding_decode(e, text, at, to, length));
    return (kind & (CHARACTER_JOINS | CHARACTER_BLANK)) != 0;
}

/* Returns the length of the delimiter at the begin of [at, to), or 0. `delimiter` is its last byte
 * (-1: none). */
size_t folding_delimiter(const struct folding *e, const unsigned char *text, size_t at, size_t to,
                         int delimiter);

/* Returns the first byte at or after `at`, up to `to`, where a piece may begin. */
size_t folding_border(const struct folding *e, const unsigned char *text, size_t at, size_t to);

/* Returns the last such byte at or before `at`, not before `from`; the text ends at `to`. */
size_t folding_border_before(const struct folding *e, const unsigned char *text, size_t from,
                             size_t at, size_t to);

/* As folding_border_before(), but returns a byte from which a part folds as within the whole text:
 * not at a space that may follow other spaces. The character at `at` is unchanged by folding. */
size_t folding_begin(const struct folding *e, const unsigned char *text, size_t from, size_t at,
                     size_t to);

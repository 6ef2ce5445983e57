/* folding_border.h - where a text can be cut before it is folded: between pieces, at delimiters. */
#ifndef FOLDING_BORDER_H
#define FOLDING_BORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/utf8.h"
#include "query/folding.h"

/* Whether blanks are one piece with what is before them. */
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

/* How many bytes of [at, to) are a delimiter that begins there, where `delimiter` is its last byte
 * (-1: there are none); 0: none does. */
size_t equality_delimiter(const struct folding *e, const unsigned char *text, size_t at, size_t to,
                          int delimiter);

/* The first byte at or behind `at`, up to `to`, at which no piece goes on: one can begin there. */
size_t equality_border(const struct folding *e, const unsigned char *text, size_t at, size_t to);

/* The last such byte at or before `at`, not before `from`; the text ends at `to`. */
size_t equality_border_before(const struct folding *e, const unsigned char *text, size_t from,
                              size_t at, size_t to);

/* The same, from which on a part of a text becomes what it becomes within the whole: not at a space
 * that others may be before. The character at `at` counts. */
size_t equality_begin(const struct folding *e, const unsigned char *text, size_t from, size_t at,
                      size_t to);

#endif

/*
 * normal_form.h - Unicode's normalization form C, and the same without accents, by libutf8proc
 * (Unicode Standard Annex 15).
 *
 * A text is normalized piece by piece. A piece is a character and the following characters that
 * join it: in "e" + U+0301 the accent joins. Each character of the result has the source positions
 * of its characters.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns NULL, or the reason if edgrep was built without the library. */
const char *normal_form_why_not(void);

/* Ranges with all characters that join or change, ended by an empty range. Outside are ideographs,
 * Hangul (its syllables follow a formula), private use and unassigned characters; querying
 * libutf8proc for all of these would take ten times as long. */
struct code_point_range {
    uint32_t begin, end; /* begin <= c < end */
};
extern const struct code_point_range normal_form_ranges[];

/* Calls `tell` for each character that joins or changes. `accents` here and below: non-spacing
 * marks are dropped (\p{Mn}). */
void normal_form_tell(bool accents,
                      void (*tell)(void *context, uint32_t c, bool joins, bool changes),
                      void *context);

struct placed { /* a character, and the bytes that it was made of */
    uint32_t character;
    uint32_t begin, end;
};

struct piece_form { /* initially all zero */
    struct placed *list;
    size_t count, capacity;
};

void piece_form_free(struct piece_form *p);

/*
 * Computes the normal form of one piece, the bytes [from, to). Positions are monotonic: no begin is
 * greater than a later one, and no end less than an earlier one. Returns false when out of memory.
 */
bool normal_form_piece(bool accents, const unsigned char *text, size_t from, size_t to,
                       struct piece_form *piece);

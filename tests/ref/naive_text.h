/* naive_text.h - characters of the reference, and which of them are equal. */
#pragma once

#include "naive.h"

enum { CODE_POINTS = 0x110000 }; /* CODE_POINTS + b: the undecodable byte b */

/* Returns zeroed memory; aborts when out of memory. */
void *naive_allocate(size_t count, size_t size);

/* Returns the array of `count` elements with room for one more. Its size doubles at powers of two.
 */
void *naive_with_room(void *array, size_t count, size_t size);

struct set; /* the characters that an item of -P matches */

struct text {          /* or a part of one: text_part() */
    uint32_t *chars;   /* as read */
    uint32_t *folded;  /* as compared: equal characters have equal numbers */
    struct set **sets; /* [item] of a pattern with -P or --iupac; else NULL */
    size_t *offset;    /* [n + 1] byte offset of each character or item, and of the end */
    size_t *end;       /* [n] where each character ends */
    size_t n;
};

/* Decodes bytes, without folding. */
struct text text_decode(struct naive_bytes bytes, bool utf8);
void text_free(struct text *t);

/* Returns the characters, or items, from..to of a text. */
struct text text_part(const struct text *t, size_t from, size_t to);

/* Decodes the code point or undecodable byte at p. Returns its length. */
size_t character_decode(const unsigned char *p, size_t available, bool utf8, uint32_t *c);

/* Returns the length of the item of -P at p: [...], \p{...}, \x{...}, \d or one character. */
size_t item_length(const unsigned char *p, size_t available, bool utf8);

/* Returns whether the set has the character or undecodable byte c. */
bool set_has(struct set *s, uint32_t c);

/* Returns whether item i of the pattern x matches a character whose folded form is `folded`. */
static inline bool text_equal(const struct text *x, size_t i, uint32_t folded)
{
    return x->sets != NULL ? set_has(x->sets[i], folded) : x->folded[i] == folded;
}

bool naive_is_utf8(struct naive_bytes b);

bool character_is_word(const struct naive_options *o, uint32_t c);

/* The folding of all patterns and texts of a search. */
struct folding;
struct folding *folding_open(const struct naive_options *o);
void folding_close(struct folding *e);

/* Returns the folded bytes of a pattern, or of a side of a confusion; the caller frees them. If it
 * is not literal (-P, -E), it is only normalized. */
struct naive_bytes folding_form(struct folding *e, struct naive_bytes pattern, bool literal);

/* Return a pattern, or a text, in the form that is compared. All patterns must come before texts: a
 * character of a text that equals none of the patterns' equals only itself. */
struct text folding_pattern(struct folding *e, struct naive_bytes bytes);
struct text folding_text(struct folding *e, struct naive_bytes bytes);

/* As folding_text(), for a record that begins at `offset`; also folds it. */
struct text folding_record(struct folding *e, struct naive_bytes bytes, size_t offset);

/* Returns the byte position of character i <= n; for n, the end of the last one. */
static inline size_t text_place(const struct text *t, size_t i)
{
    return i < t->n || t->n == 0 ? t->offset[i] : t->end[i - 1];
}

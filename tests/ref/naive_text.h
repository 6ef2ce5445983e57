/*
 * naive_text.h - the reference: characters, and which of them are equal.
 */
#pragma once

#include "naive.h"

enum { CODE_POINTS = 0x110000 }; /* CODE_POINTS + b is the undecodable byte b */

/* Returns zeroed memory; aborts when out of memory. */
void *naive_allocate(size_t count, size_t size);

/* Makes room for one more element in an array of `count`: it doubles at the powers of two. */
void *naive_with_room(void *array, size_t count, size_t size);

struct set; /* what an item of -P matches */

struct text {          /* or a part of one: see part() */
    uint32_t *chars;   /* as read */
    uint32_t *folded;  /* as compared: equal characters have equal numbers here */
    struct set **sets; /* of a pattern with -P or --iupac, one an item; else NULL */
    size_t *offset;    /* [n + 1] byte offset of each character or item, and of the end */
    size_t *end;       /* [n] where each character ends */
    size_t n;
};

/* Decodes bytes; nothing is folded yet, and nothing is an item of -P. */
struct text text_decode(struct naive_bytes bytes, bool utf8);
void text_free(struct text *t);

/* The characters, or items, from..to of a text. */
struct text text_part(const struct text *t, size_t from, size_t to);

/* The code point or undecodable byte at p; returns its length. */
size_t character_decode(const unsigned char *p, size_t available, bool utf8, uint32_t *c);

/* How long the item of -P at p is: [...], \p{...}, \x{...}, \d or one character. */
size_t item_length(const unsigned char *p, size_t available, bool utf8);

/* Whether the set has the character or undecodable byte c. */
bool set_has(struct set *s, uint32_t c);

/* Whether character i of the pattern x matches a character that is compared as `folded`. */
static inline bool text_equal(const struct text *x, size_t i, uint32_t folded)
{
    return x->sets != NULL ? set_has(x->sets[i], folded) : x->folded[i] == folded;
}

bool naive_is_utf8(struct naive_bytes b);

bool character_is_word(const struct naive_options *o, uint32_t c);

/* Properties of the characters of all patterns and texts of a search. */
struct folding;
struct folding *folding_open(const struct naive_options *o);
void folding_close(struct folding *e);

/* The bytes of a pattern, or of a side of a confusion, in the form in which it is compared; the
 * caller frees them. Of what is not literal (-P, -E) that is only its normal form. */
struct naive_bytes folding_form(struct folding *e, struct naive_bytes pattern, bool literal);

/* Patterns first, and then the texts: a character that equals none of a pattern equals itself. */
struct text folding_pattern(struct folding *e, struct naive_bytes bytes);
struct text folding_text(struct folding *e, struct naive_bytes bytes);

/* As above, for a record that begins at `offset`, in the form in which it is compared. */
struct text folding_record(struct folding *e, struct naive_bytes bytes, size_t offset);

/* The place of character i <= n; of n, the end of the last one. */
static inline size_t text_place(const struct text *t, size_t i)
{
    return i < t->n || t->n == 0 ? t->offset[i] : t->end[i - 1];
}

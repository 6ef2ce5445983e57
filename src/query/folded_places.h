/* folded_places.h - where the characters of a folded text (folded_text.h) lie in the text as it was
 * read. */
#ifndef FOLDED_PLACES_H
#define FOLDED_PLACES_H

#include "query/folded_text.h"

/* Where in the text the character at byte `at` of the plain text begins, or where the one before it
 * ends. */
size_t folded_text_begins(const struct folded_text *p, size_t at);
size_t folded_text_ends(const struct folded_text *p, size_t at);

/* The least byte of the plain text whose character begins at or behind byte `begin` of the text. */
size_t folded_text_at(const struct folded_text *p, size_t begin);

/* Decodes the character at a byte of the plain text; returns its length. */
size_t folded_text_decode(const struct folded_text *p, bool utf8, size_t at, uint32_t *c);

/* The first joint behind byte `at`, or n. */
size_t folded_text_joint(const struct folded_text *p, size_t at);

#endif

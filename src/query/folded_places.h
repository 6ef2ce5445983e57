/* folded_places.h - maps positions in a folded text (folded_text.h) to positions in the source
 * text, and back. */
#pragma once

#include "query/folded_text.h"

/* Return the position in the source text where the character at byte `at` of the folded text
 * begins, and where the character before it ends. */
size_t folded_text_begins(const struct folded_text *p, size_t at);
size_t folded_text_ends(const struct folded_text *p, size_t at);

/* Returns the first byte of the folded text whose character begins at or after byte `begin` of the
 * source text. */
size_t folded_text_at(const struct folded_text *p, size_t begin);

/* Decodes the character at a byte of the folded text. Returns its length. */
size_t folded_text_decode(const struct folded_text *p, bool utf8, size_t at, uint32_t *c);

/* Returns the first joint after byte `at`, or n. */
size_t folded_text_joint(const struct folded_text *p, size_t at);

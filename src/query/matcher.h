/*
 * matcher.h - decides which items of a query match a character, and which characters are word
 * characters.
 *
 * PCRE2 decides (with -i and -P, and for non-ASCII word characters). A matcher holds scratch space
 * and a cache, so each thread needs its own.
 */
#pragma once

#include "query/query.h"

struct matcher;

/* Returns the set of word characters as a regex of PCRE2. Without utf8, characters are bytes. */
static inline const char *matcher_words(bool utf8)
{
    return utf8 ? "[\\p{L}\\p{M}\\p{N}\\p{Pc}]" : "[A-Za-z0-9_]";
}

/* Returns NULL when out of memory. The query must outlive the matcher. */
struct matcher *matcher_open(const struct query *q);
void matcher_close(struct matcher *t);

/* Returns whether `item` matches character c. */
bool matcher_item(struct matcher *t, uint32_t item, uint32_t c);

/* Stores all items that match c in items[0..nitems), ascending. Returns how many. */
size_t matcher_items(struct matcher *t, uint32_t c, uint32_t *items);

/* Returns whether no item matches any of the n <= 64 characters from `first` on; may return false
 * if only matcher_items() can decide. */
bool matcher_none(struct matcher *t, uint32_t first, uint32_t n);

/* Returns whether c is a word character (matcher_words()); an undecodable byte is none. */
bool matcher_word(struct matcher *t, uint32_t c);

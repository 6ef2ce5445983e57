/*
 * folding_sets.h - sets of characters as PCRE2 knows them: which kinds (folding.h) a character is
 * of.
 *
 * To ask PCRE2 about all characters takes 12 ms. So it is asked at once about those below
 * FOLDING_KNOWN, and about others when one of the same page occurs in a text. Threads share it.
 */
#ifndef FOLDING_SETS_H
#define FOLDING_SETS_H

#include <stdbool.h>
#include <stdint.h>

#include "query/char_class.h"

enum { FOLDING_KNOWN = 0x10000 };

struct folding_sets;

/* `kinds`: of each character below CHAR_LIMIT, all 0 at first; without utf8, of each byte. It must
 * outlive the sets. Exits the program when out of memory. */
struct folding_sets *folding_sets_open(uint8_t *kinds, bool utf8);
void folding_sets_close(struct folding_sets *x); /* NULL is ignored */

/* The characters of this set, which has none from `limit` on, are of this kind. Takes what the item
 * owns. `option` names it in messages. */
void folding_sets_add(struct folding_sets *x, const char *option, struct class_item *set,
                      uint32_t flags, uint32_t limit, uint8_t kind);

/* The kinds of character c. */
uint8_t folding_sets_kind(struct folding_sets *x, uint32_t c);

#endif

/*
 * folding_sets.h - asks PCRE2 for the kinds (folding.h) of characters.
 *
 * Classifying all characters takes 12 ms. So characters below FOLDING_KNOWN are classified at once,
 * and others when a character of their page occurs in a text. Thread-safe.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "query/char_class.h"

enum { FOLDING_KNOWN = 0x10000 };

struct folding_sets;

/* `kinds` has an element, initially 0, for each character below CHAR_LIMIT; without utf8, for each
 * byte. It must outlive the result. Exits the program when out of memory. */
struct folding_sets *folding_sets_open(uint8_t *kinds, bool utf8);
void folding_sets_close(struct folding_sets *x); /* NULL is ignored */

/* Gives the characters of a set, all below `limit`, this kind. Takes ownership of the item's
 * contents. `option` is for messages. */
void folding_sets_add(struct folding_sets *x, const char *option, struct class_item *set,
                      uint32_t flags, uint32_t limit, uint8_t kind);

/* Returns the kinds of character c. */
uint8_t folding_sets_kind(struct folding_sets *x, uint32_t c);

/*
 * words.h - words instead of characters, as in a word diff.
 *
 * A word is a maximal run of word characters (matcher.h), or one other character that is not white
 * space. White space only separates words. Words are equal if all their characters are.
 */
#pragma once

#include "pair/encode_pair.h"

/* Converts the characters of both contents to words: afterwards a code stands for a word, and
 * `ends` is set. Exits the program when out of memory. */
void words_make(struct encode_pair *c, const struct file_content *x, const struct file_content *y);

/* Returns whether the character is white space in Unicode. */
bool words_is_space(bool utf8, uint32_t character);

/* Returns the end, after its white space, of the word in the form of content 0 or 1 to which the
 * byte `offset` belongs. White space belongs to the word before it, or to the first word. There
 * must be a word. */
size_t words_end(const struct encode_pair *c, unsigned content, size_t offset);

/*
 * words.h - words in place of characters, as in a word diff.
 *
 * A word is a run of word characters as long as can be (matcher.h), or one other character that is
 * no white space. White space only says where words end. Words are equal where all their characters
 * are.
 */
#ifndef WORDS_H
#define WORDS_H

#include "pair/encode_pair.h"

/* Makes words of the characters of both contents: a code is a word's then, and `ends` are there.
 * Out of memory the program ends. */
void words_make(struct encode_pair *c, const struct file_content *x, const struct file_content *y);

/* Whether the character is white space, as Unicode has it. */
bool words_is_space(bool utf8, uint32_t character);

/* Where the word ends in the form of content 0 or 1 that has the byte `offset`, or has white space
 * there behind it, or before it where it is the first: behind all its white space. There is such a
 * word. */
size_t words_end(const struct encode_pair *c, unsigned content, size_t offset);

#endif

/*
 * character_codes.h - characters as codes: equal characters have the same code.
 *
 * The code of an ASCII character is its byte; if case is ignored, that of the small letter. Other
 * characters are numbered as they come.
 */
#pragma once

#include "pair/read_pair.h"

struct character_codes;

/* Without `utf8` a character is a byte. All functions exit the program when out of memory. */
struct character_codes *character_codes_open(bool utf8, bool ignore_case);
void character_codes_close(struct character_codes *k); /* NULL is ignored */

/* Gives codes to the characters of a content. */
void character_codes_add(struct character_codes *k, const struct file_content *c);

/* Every code is below this. */
uint32_t character_codes_count(const struct character_codes *k);

/* Returns the codes of a content, of `width` bytes each (sequences.h); owned by the caller. Its
 * characters are added; codes that are not below `other` become `other`. */
unsigned char *character_codes_encode(struct character_codes *k, const struct file_content *c,
                                      unsigned width, uint32_t other, size_t *count);

/*
 * case_classes.h - which characters are equal when case is ignored; PCRE2 decides.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first character of each class so far. */
struct case_classes {
    bool utf8; /* else a character is a byte */
    char *bytes;
    size_t length, capacity;
    void *match; /* pcre2_match_data */
};

/* All functions exit the program when out of memory. */
void case_classes_open(struct case_classes *x, bool utf8);
void case_classes_close(struct case_classes *x);

/* Adds characters of other classes, written as bytes[0..length). */
void case_classes_put(struct case_classes *x, const char *bytes, size_t length);

/* Returns the first character of the class of the one written as text[0..length). Returns
 * CHAR_LIMIT if it is the first itself, and adds it; then *regex, unless NULL, is what matches its
 * class, a pcre2_code of the caller. */
uint32_t case_classes_first(struct case_classes *x, const char *text, size_t length, void **regex);

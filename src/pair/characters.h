/*
 * characters.h - the characters of two contents as sequences of codes, and back.
 *
 * What a character is, and which characters are equal, is as in edgrep: an alphabet made of the
 * first content's characters says so. All characters of the second content that equal none of these
 * share one code.
 */
#ifndef CHARACTERS_H
#define CHARACTERS_H

#include <stdbool.h>

#include "pair/content.h"
#include "pair/sequences.h"

struct characters {
    struct sequences sequences;
    bool utf8;       /* else a character is a byte */
    void *codes[2];  /* owned; NULL where the bytes themselves are the codes */
    size_t *ends[2]; /* of words: the bytes of a content up to the end of each; owned. Else NULL */
};

/* The contents must outlive the characters. Out of memory the program ends. */
void characters_open(struct characters *c, const struct content *x, const struct content *y,
                     bool utf8, bool ignore_case);
void characters_close(struct characters *c);

/* How many bytes the next `count` characters of the text take; it has `size` bytes left. */
size_t characters_bytes(const struct characters *c, const unsigned char *text, size_t size,
                        uint64_t count);

#endif

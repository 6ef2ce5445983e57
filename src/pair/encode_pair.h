/*
 * encode_pair.h - the characters of two contents as sequences of codes, and back.
 *
 * What a character is, and which characters are equal, is as in edgrep: an alphabet made of the
 * first content's characters says so. All characters of the second content that equal none of these
 * share one code.
 */
#ifndef ENCODE_PAIR_H
#define ENCODE_PAIR_H

#include <stdbool.h>

#include "pair/read_pair.h"
#include "pair/sequences.h"

struct encode_pair {
    struct sequences sequences;
    bool utf8;       /* else a character is a byte */
    void *codes[2];  /* owned; NULL where the bytes themselves are the codes */
    size_t *ends[2]; /* of words: the bytes of a content up to the end of each; owned. Else NULL */
};

/* The contents must outlive the characters. Out of memory the program ends. */
void encode_pair_open(struct encode_pair *c, const struct file_content *x,
                      const struct file_content *y, bool utf8, bool ignore_case);
void encode_pair_close(struct encode_pair *c);

/* How many bytes the next `count` characters of the text take; it has `size` bytes left. */
size_t encode_pair_bytes(const struct encode_pair *c, const unsigned char *text, size_t size,
                         uint64_t count);

#endif

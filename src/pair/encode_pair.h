/*
 * encode_pair.h - the characters of two contents as sequences of codes, and back.
 *
 * If each byte is a character that equals only itself, the bytes are the codes. Characters and
 * their equality are as in edgrep. All characters of the second content that equal none of the
 * first share one code.
 *
 * If contents are folded before comparison (content_form.h), the characters are those of their
 * forms.
 */
#pragma once

#include <stdbool.h>

#include "pair/content_form.h"
#include "pair/sequences.h"

struct encode_rules {
    bool utf8; /* else a character is a byte */
    bool ignore_case;
    const struct folding *folding; /* NULL: contents are compared unchanged */
};

struct encode_pair {
    struct sequences sequences;
    bool utf8;       /* else a character is a byte */
    void *codes[2];  /* owned; NULL if the bytes are the codes */
    size_t *ends[2]; /* with words: end of each word in the form, in bytes; owned. Else NULL */
    bool folds;      /* the forms differ from the contents: */
    struct folded_text folded[2]; /* owned */
};

/* Encodes two contents, which must outlive *c. Exits the program when out of memory. */
void encode_pair_open(struct encode_pair *c, const struct file_content *x,
                      const struct file_content *y, const struct encode_rules *rules);
void encode_pair_close(struct encode_pair *c);

/* Returns the form of content 0 or 1, which is `content`. */
struct file_content encode_pair_form(const struct encode_pair *c, unsigned which,
                                     const struct file_content *content);

/* Returns the byte of the content where the part of the character at byte `at` of its form begins;
 * for the form's end, the content's end. Each byte belongs to one character: if several characters
 * come from the same bytes, to the last one. Bytes dropped before the first character belong to
 * none. */
size_t encode_pair_place(const struct encode_pair *c, unsigned which,
                         const struct file_content *content, size_t at);

/* Returns the bytes of the `count` characters at byte `at` of a form. */
size_t encode_pair_bytes(const struct encode_pair *c, const struct file_content *form, size_t at,
                         uint64_t count);

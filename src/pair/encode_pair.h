/*
 * encode_pair.h - the characters of two contents as sequences of codes, and back.
 *
 * What a character is, and which characters are equal, is as in edgrep: an alphabet made of the
 * first content's characters says so. All characters of the second content that equal none of these
 * share one code.
 *
 * Where contents are compared in another form (content_form.h), the characters are those of their
 * forms.
 */
#ifndef ENCODE_PAIR_H
#define ENCODE_PAIR_H

#include <stdbool.h>

#include "pair/content_form.h"
#include "pair/sequences.h"

struct encode_rules {
    bool utf8; /* else a character is a byte */
    bool ignore_case;
    const struct folding *folding; /* NULL: contents are compared as they stand */
};

struct encode_pair {
    struct sequences sequences;
    bool utf8;       /* else a character is a byte */
    void *codes[2];  /* owned; NULL where the bytes themselves are the codes */
    size_t *ends[2]; /* of words: the bytes of a form up to the end of each; owned. Else NULL */
    bool folds;      /* the forms are other than the contents: */
    struct folded_text folded[2]; /* owned */
};

/* The contents must outlive the characters. Out of memory the program ends. */
void encode_pair_open(struct encode_pair *c, const struct file_content *x,
                      const struct file_content *y, const struct encode_rules *rules);
void encode_pair_close(struct encode_pair *c);

/* The form of content 0 or 1, which is `content`. */
struct file_content encode_pair_form(const struct encode_pair *c, unsigned which,
                                     const struct file_content *content);

/* Where in the content the part begins that belongs to the character at byte `at` of its form; at
 * its end the content ends. So each byte belongs to one character, of several that come of the same
 * bytes to the last one; but none that are dropped before the first one. */
size_t encode_pair_place(const struct encode_pair *c, unsigned which,
                         const struct file_content *content, size_t at);

/* How many bytes the `count` characters at byte `at` of a form take. */
size_t encode_pair_bytes(const struct encode_pair *c, const struct file_content *form, size_t at,
                         uint64_t count);

#endif

/*
 * naive_plain.h - the reference for folded texts (--normalize, --fold-accents, --skip,
 * --fold-space): the characters that are compared, and their positions.
 *
 * It knows the normal forms of plain_characters[] and of letters of --iupac with an acute accent;
 * random cases have no others that change.
 */
#pragma once

#include "naive_text.h"

/* Characters that normalization joins, changes or reorders; ends with 0. */
extern const uint32_t plain_characters[];

/* The sets of skipped or folded characters, or NULL. */
struct passed {
    struct set *skip, *space; /* --skip and --fold-space */
    struct set *blank;        /* --block=loose, --dehyphenate: white space */
};

/* Returns the folded text of `bytes`, which begin at `offset`. The caller frees it (text_free()).
 */
struct text plain_text(const struct naive_options *o, struct naive_bytes bytes, size_t offset,
                       struct passed passed);

/* As plain_text(), with the sets of the options. */
struct text compared_text(const struct naive_options *o, struct naive_bytes bytes);

/* Returns the characters of a text as bytes, and sets its offsets to positions in them. */
struct naive_bytes plain_bytes(struct text *t, bool utf8);

/*
 * naive_plain.h - the reference: the text that is compared, with --normalize, --fold-accents,
 * --skip and --fold-space: what is left of the characters, and where each lies.
 *
 * Of Unicode it knows plain_characters[], and letters of --iupac with an acute accent; all others
 * are in normal form.
 */
#pragma once

#include "naive_text.h"

/* Characters that the normal form joins, changes or puts in order; a 0 at the end. */
extern const uint32_t plain_characters[];

/* What is passed over: sets, or NULL. */
struct passed {
    struct set *skip, *space; /* --skip and --fold-space */
    struct set *blank;        /* --block=loose, --dehyphenate: white space */
};

/* The text of `bytes`, which begin at `offset`. text_free() it. */
struct text plain_text(const struct naive_options *o, struct naive_bytes bytes, size_t offset,
                       struct passed passed);

/* The same, opening and closing what is passed over. */
struct text compared_text(const struct naive_options *o, struct naive_bytes bytes);

/* The characters of a text as bytes; sets its offsets to places in them. */
struct naive_bytes plain_bytes(struct text *t, bool utf8);

/*
 * naive_align.h - the reference: alignments and how --cigar and --align show them.
 */
#pragma once

#include <stdio.h>

#include "naive_text.h"

enum { NAIVE_GLYPH_BYTES = 16 };

/* What a character looks like on the screen. */
struct naive_glyph {
    char bytes[NAIVE_GLYPH_BYTES + 1];
    size_t columns;
};

/* Controls of ASCII are shown as pictures, bytes that are no text as U+FFFD, and what else has no
 * column of its own as a dot. */
struct naive_glyph naive_glyph_of(uint32_t c, bool utf8);

/* Aligns pattern x, written as `pattern`, with MATCHED; naive_alignment_free() it. */
struct naive_alignment *naive_align(const struct naive_options *o, const struct text *x,
                                    struct naive_bytes pattern, const struct text *matched);
/* The same by edits that are known, of items of x by their numbers. */
struct naive_alignment *naive_align_by(const struct naive_options *o, const struct text *x,
                                       struct naive_bytes pattern, const struct text *matched,
                                       const char *edits, size_t nedits, const size_t *items,
                                       size_t nitems);

/* The first item has this number of items of the pattern before it. */
void naive_alignment_move(struct naive_alignment *a, size_t before);

void naive_alignment_free(struct naive_alignment *a);

/* The edits, run-length coded. */
void naive_print_cigar(FILE *to, const struct naive_alignment *a);

/* The lines below that of the occurrence. */
void naive_print_alignment(FILE *to, const struct naive_options *o, const struct naive_input *input,
                           const struct naive_alignment *a);

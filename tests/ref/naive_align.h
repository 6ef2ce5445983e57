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

/* An edit of two texts, or a blank between words: a column of the alignment, which takes one or two
 * columns of the screen. */
struct naive_cell {
    char edit;   /* '=', 'X', 'I', 'D', 'T': one of two that are exchanged; ' ': between words;
                  * others as language_align() */
    bool joined; /* no block begins here */
    struct naive_glyph glyphs[2]; /* of the first text (or the pattern), and of the second */
    size_t at[2];                 /* its place in both */
};

enum naive_line { NAIVE_UPPER, NAIVE_MARKS, NAIVE_LOWER };

/* The cells from..end on one of the three lines; no blanks at its end. */
void naive_print_cells(FILE *to, const struct naive_cell *from, const struct naive_cell *end,
                       enum naive_line line);

/* The end of the block of at most `columns_left` columns that begins with cell `from`. */
const struct naive_cell *naive_block_end(const struct naive_cell *from,
                                         const struct naive_cell *end, size_t columns_left);

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

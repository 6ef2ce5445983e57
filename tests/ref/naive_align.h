/* naive_align.h - the reference for alignments, and the output of --cigar and --align. */
#pragma once

#include <stdio.h>

#include "naive_text.h"

enum { NAIVE_GLYPH_BYTES = 16 };

/* A character on the screen. */
struct naive_glyph {
    char bytes[NAIVE_GLYPH_BYTES + 1];
    size_t columns;
};

/* Returns the glyph of a character: for ASCII controls their pictures, for undecodable bytes
 * U+FFFD, for others without a column a dot. */
struct naive_glyph naive_glyph_of(uint32_t c, bool utf8);

/* A column of an alignment: an edit, or a blank between words. It takes one or two columns of the
 * screen. */
struct naive_cell {
    char edit;   /* '=', 'X', 'I', 'D'; 'T': one of an exchanged pair; ' ': between words;
                  * others as in language_align() */
    bool joined; /* with the cell before it */
    struct naive_glyph glyphs[2]; /* of the first text or pattern, and of the second text */
    size_t at[2];                 /* its position in both */
};

enum naive_line { NAIVE_UPPER, NAIVE_MARKS, NAIVE_LOWER };

/* Prints one of the three lines of the cells from..end, without blanks at its end. */
void naive_print_cells(FILE *to, const struct naive_cell *from, const struct naive_cell *end,
                       enum naive_line line);

/* Returns the end of the block that begins with cell `from` and has at most `columns_left` columns.
 */
const struct naive_cell *naive_block_end(const struct naive_cell *from,
                                         const struct naive_cell *end, size_t columns_left);

/* Aligns pattern x, written as `pattern`, with MATCHED. The caller frees the result. */
struct naive_alignment *naive_align(const struct naive_options *o, const struct text *x,
                                    struct naive_bytes pattern, const struct text *matched);
/* As naive_align(), with known edits of items of x, given by their numbers. */
struct naive_alignment *naive_align_by(const struct naive_options *o, const struct text *x,
                                       struct naive_bytes pattern, const struct text *matched,
                                       const char *edits, size_t nedits, const size_t *items,
                                       size_t nitems);

/* Adds this number of items of the pattern before the first aligned item. */
void naive_alignment_move(struct naive_alignment *a, size_t before);

void naive_alignment_free(struct naive_alignment *a);

/* Prints the edits, run-length encoded. */
void naive_print_cigar(FILE *to, const struct naive_alignment *a);

/* Prints the lines below the occurrence. */
void naive_print_alignment(FILE *to, const struct naive_options *o, const struct naive_input *input,
                           const struct naive_alignment *a);

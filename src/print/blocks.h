/*
 * blocks.h - two texts one above the other, with marks between them, in blocks of three lines.
 *
 * A cell holds a character of the upper text over one of the lower text, and is as wide as the
 * wider of them. Where one text has no character there, the cell shows "-" for it; a blank
 * if it is one of two words of different lengths, or between words. The mark between them is '|'
 * for equal, '*' for substituted, 'x' for exchanged and '~' for confused characters, and a blank
 * otherwise.
 */
#pragma once

#include "print/paint.h"

struct glyph { /* a character as shown, with marks above and below it */
    unsigned char bytes[16];
    size_t size;
    unsigned columns;
};

struct block_cell { /* an edit: a character of the upper text, of the lower one, or both */
    char edit;      /* '=', 'X', 'T', 'C', 'I' (only below) or 'D' (only above); ' ': none, between
                       words */
    bool joined;    /* to the cell before: no block begins here, unless both do not fit into one */
    struct glyph glyphs[2]; /* above and below; of size 0: empty */
};

/* Returns a character as shown: controls of ASCII as the pictures of their names (a newline as
 * U+240A), undecodable bytes as U+FFFD, and other characters without a column of their own as '.'.
 */
struct glyph glyph_of(uint32_t character, bool utf8);

/* Adds a mark that takes no column, such as an accent; others, and those for which there is no
 * room, are left out. */
void glyph_add_mark(struct glyph *g, uint32_t character);

/* The position of a cell in the upper or the lower text. */
struct block_side {
    uint64_t at;        /* characters before it */
    uint64_t line;      /* lines before it; used if lines are shown */
    uint64_t form, end; /* for the caller's use */
};

/* The position of a cell. The caller of blocks_put() counts. */
struct block_place {
    uint64_t edit, within; /* edits before it; for the caller's use */
    struct block_side sides[2];
};

struct blocks {
    const struct paint *paint;
    unsigned indent;
    const char *names[2]; /* in front of the upper and the lower line */
    uint64_t first[2];    /* the numbers before the lines count from here */
    uint64_t last;        /* the greatest such number: all are padded to its width */
    uint64_t last_line;   /* the greatest number of a line; 0: lines have no numbers */
    bool changes;         /* only blocks that differ, and one around them */
    unsigned width;       /* of the screen; 0: 80 columns */
    /* Returns the cell at *at, and moves *at to the next one. Returns false at the end. */
    bool (*next)(const void *context, struct block_place *at, struct block_cell *cell);
    /* Maps a position in the lower text to the number shown, counted from first[1]; NULL: shown as
     * it is. */
    uint64_t (*place)(const void *context, uint64_t lower);
    const void *context;
};

/* Prints the blocks. A line "..." replaces omitted blocks. */
void blocks_put(const struct blocks *b);

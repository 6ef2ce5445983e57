/*
 * blocks.h - two texts one above the other, with marks between them, in blocks of three lines.
 *
 * Characters stand in cells as wide as the wider of the two; what has no other is above or below
 * "-". Marks are '|' for equal and '*' for substituted characters.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "print/paint.h"

struct glyph { /* what a character looks like */
    unsigned char bytes[4];
    size_t size;
    unsigned columns;
};

/* What takes no column of its own (controls, combining and undecodable ones) is shown as '.'. */
struct glyph glyph_of(uint32_t character, bool utf8);

struct block_cell { /* an edit: a character of the upper text, of the lower one, or both */
    char edit;      /* '=', 'X', 'I' (only below) or 'D' (only above) */
    struct glyph upper, lower;
};

/* Where a cell is: what is before it. The caller of blocks_put() says what is counted. */
struct block_place {
    uint64_t edit, upper, lower;
    uint64_t within; /* for the caller's use */
};

struct blocks {
    const struct paint *paint;
    unsigned indent;
    const char *names[2]; /* in front of the upper and the lower line */
    uint64_t first[2];    /* numbers of the places {0, 0, 0} */
    uint64_t last;        /* the greatest number there is: it says how wide they are */
    unsigned width;       /* of the screen; 0: 80 columns */
    /* Takes the cell at *at, which then is the place of the next one; false when there is none. */
    bool (*next)(const void *context, struct block_place *at, struct block_cell *cell);
    const void *context;
};

void blocks_put(const struct blocks *b);

#endif

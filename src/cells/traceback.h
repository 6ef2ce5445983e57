/*
 * traceback.h - the way back through a table of distances: which edits an alignment is made of.
 *
 * While the columns are computed (bitvector.h), two bits of each cell are kept. They say which
 * steps back are right there. Where two are, the caller's order decides, so that each way to align
 * gives one alignment.
 */
#ifndef TRACEBACK_H
#define TRACEBACK_H

#include <stdbool.h>
#include <stddef.h>

#include "cells/bitvector.h"

/* The right steps back from 64 cells of a column: bit i is that of row i. Where neither bit is set,
 * only a deletion is right. */
struct moves {
    uint64_t insertion; /* one column back */
    uint64_t diagonal;  /* one row and one column back: equal or substituted */
};

enum traceback_first { INSERTION_FIRST, DIAGONAL_FIRST };

/*
 * As bitvector_step() of one block of rows; *carry is the deltas of the row above, then of the
 * block's last row. Tells the moves.
 *
 * An insertion is right where the horizontal delta is +1. The diagonal is right where the row
 * matches, and where a substitution costs one more: where the deltas along two sides of the cell,
 * the old vertical one and then the horizontal one, add up to +1.
 */
static inline struct moves traceback_step(struct bitvector *v, uint64_t eq,
                                          struct horizontal *carry)
{
    struct bitvector old = *v;
    struct horizontal h = bitvector_step(v, eq, carry->p, carry->m);
    *carry = (struct horizontal){h.p >> (BITVECTOR_ROWS - 1), h.m >> (BITVECTOR_ROWS - 1)};
    return (struct moves){h.p, eq | (h.p & ~old.mv) | (old.pv & ~h.m)};
}

/* Where the way back stands: before it are i rows and j columns. */
struct walk {
    size_t i, j;
};

/*
 * Takes one step back from a cell of `column`, the moves of column w->j - 1 by blocks of rows: 'I'
 * (insertion), 'D' (deletion) or 'X' (diagonal; the caller knows whether the codes are equal).
 */
static inline char walk_back(struct walk *w, const struct moves *column, enum traceback_first first)
{
    const struct moves *moves = &column[(w->i - 1) / BITVECTOR_ROWS];
    unsigned bit = (w->i - 1) % BITVECTOR_ROWS;
    bool insertion = moves->insertion >> bit & 1, diagonal = moves->diagonal >> bit & 1;
    bool inserts = insertion && (first == INSERTION_FIRST || !diagonal);
    w->i -= !inserts;
    w->j -= inserts || diagonal;
    return inserts ? 'I' : diagonal ? 'X' : 'D';
}

#endif

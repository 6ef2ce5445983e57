/*
 * vector_cell.h - the step of a column: one cell of the table in all lanes of a vector, one bit a
 * lane.
 *
 * vp is kept complemented, as u: so the deltas of a column before the text, each +1, are zeros. The
 * file that includes this has included vector.h.
 */
#ifndef VECTOR_CELL_H
#define VECTOR_CELL_H

#include "cells/vector.h"

#define CELL_U_HN(u, d0) CELL_MINUS(~(u), d0)
#define CELL_U_HP(u, d0, vn) CELL_PLUS(vn, ~(u), d0)
#define CELL_U_RESTART_HN(u, d0, r) CELL_RESTART_HN(~(u), d0, r)
#define CELL_U(hp, d0, hn) (~CELL_PLUS(hn, hp, d0))

/*
 * Takes the deltas left of the cell and above it, and makes them its own. `restarts` is a constant:
 * whether r says anything. A cell costs five operations of three operands, whatever m is.
 */
INLINE void cell(vec *u, vec *vn, vec *hp, vec *hn, vec q, vec r, bool restarts)
{
    vec d0 = LOGIC3(CELL_D0, q, *vn, *hn);
    vec below_n = restarts ? LOGIC3(CELL_U_RESTART_HN, *u, d0, r) : CELL_U_HN(*u, d0);
    vec below_p = LOGIC3(CELL_U_HP, *u, d0, *vn);
    *vn = restarts ? LOGIC3(CELL_RESTART_VN, *hp, d0, r) : CELL_MINUS(*hp, d0);
    *u = LOGIC3(CELL_U, *hp, d0, *hn);
    *hp = below_p;
    *hn = below_n;
}

/* The same for the longest common subsequence, whose deltas are 0 or 1. */
INLINE void cell_lcs(vec *v, vec *h, vec q)
{
    vec left = *v;
    *v = LOGIC3(CELL_LCS, q, left, *h);
    *h = LOGIC3(CELL_LCS, q, *h, left);
}

#endif

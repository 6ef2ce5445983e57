/*
 * vector_cell.h - one cell of the table in all lanes of a vector, one bit for each lane.
 *
 * vp is stored complemented, as u, so the deltas of the column before the text, each +1, are zeros.
 * The including file has included vector.h.
 */
#pragma once

#include "cells/vector.h"

#define CELL_U_HN(u, d0) CELL_MINUS(~(u), d0)
#define CELL_U_HP(u, d0, vn) CELL_PLUS(vn, ~(u), d0)
#define CELL_U_RESTART_HN(u, d0, r) CELL_RESTART_HN(~(u), d0, r)
#define CELL_U(hp, d0, hn) (~CELL_PLUS(hn, hp, d0))

/*
 * Replaces the deltas left of the cell and above it by its own. Returns its d0. `restarts` is a
 * constant; if false, r is ignored. A cell costs five ternary operations.
 */
INLINE vec cell(vec *u, vec *vn, vec *hp, vec *hn, vec q, vec r, bool restarts)
{
    vec d0 = LOGIC3(CELL_D0, q, *vn, *hn);
    vec below_n = restarts ? LOGIC3(CELL_U_RESTART_HN, *u, d0, r) : CELL_U_HN(*u, d0);
    vec below_p = LOGIC3(CELL_U_HP, *u, d0, *vn);
    *vn = restarts ? LOGIC3(CELL_RESTART_VN, *hp, d0, r) : CELL_MINUS(*hp, d0);
    *u = LOGIC3(CELL_U, *hp, d0, *hn);
    *hp = below_p;
    *hn = below_n;
    return d0;
}

/* The state that a cell with exchanges passes down besides the deltas: d0, and whether the row
 * matches this column. */
struct above {
    vec d0, q;
};

/* As cell(), with exchanges: seven operations. *crossed is CELL_CROSSED of the previous column in
 * this row, 0 before a text; it becomes that of this column. Above row 1, d0 is 1. */
INLINE void cell_osa(vec *u, vec *vn, vec *crossed, vec *hp, vec *hn, struct above *above, vec q,
                     vec r, bool restarts)
{
    vec match = LOGIC3(CELL_MATCH, q, *crossed, above->q);
    vec d0 = cell(u, vn, hp, hn, match, r, restarts);
    *crossed = CELL_CROSSED(above->d0, q);
    *above = (struct above){d0, q};
}

/* As cell(), for the longest common subsequence, whose deltas are 0 or 1. */
INLINE void cell_lcs(vec *v, vec *h, vec q)
{
    vec left = *v;
    *v = LOGIC3(CELL_LCS, q, left, *h);
    *h = LOGIC3(CELL_LCS, q, *h, left);
}

/* As cell(), for insertions and deletions: four operations, or six if lanes restart. Computes both
 * tables described at CELL_LCS. */
INLINE void cell_indel(vec *v_even, vec *v_odd, vec *h_even, vec *h_odd, vec q, vec r,
                       bool restarts)
{
    cell_lcs(v_even, h_even, q);
    cell_lcs(v_odd, h_odd, q);
    if (restarts) {
        *v_even &= ~r;
        *v_odd &= ~r;
    }
}

enum { COUNTED_ROWS = 8, COUNTED_PLANES = 4 /* at least */ };

/*
 * Adds the number of mismatches among COUNTED_ROWS rows to the counters `from`. `match` are the
 * rows' match planes, each for its column. The uppermost plane is set on a carry into it, or by
 * `outside`, and never cleared.
 */
INLINE void count_mismatches(vec *to, const vec *from, unsigned planes,
                             const vec match[COUNTED_ROWS], vec outside)
{
    const vec *m = match;
    vec sum_a = LOGIC3(XOR3, m[0], m[1], m[2]), carry_a = LOGIC3(MAJORITY, m[0], m[1], m[2]);
    vec sum_b = LOGIC3(XOR3, m[3], m[4], m[5]), carry_b = LOGIC3(MAJORITY, m[3], m[4], m[5]);
    vec ones = LOGIC3(XOR3, sum_a, sum_b, m[6]), carry_c = LOGIC3(MAJORITY, sum_a, sum_b, m[6]);
    vec twos = LOGIC3(XOR3, carry_a, carry_b, carry_c);
    vec fours = LOGIC3(MAJORITY, carry_a, carry_b, carry_c);
    vec carry = LOGIC3(CARRY_MISMATCH, from[0], ones, m[7]);
    to[0] = LOGIC3(XOR3, from[0], ones, m[7]);
    to[1] = LOGIC3(ADD_COMPLEMENT, from[1], twos, carry);
    carry = LOGIC3(CARRY_COMPLEMENT, from[1], twos, carry);
    to[2] = LOGIC3(ADD_COMPLEMENT, from[2], fours, carry);
    carry = LOGIC3(CARRY_COMPLEMENT, from[2], fours, carry);
    for (unsigned i = COUNTED_PLANES - 1; i + 1 < planes; i++) {
        to[i] = from[i] ^ carry;
        carry &= from[i];
    }
    to[planes - 1] = LOGIC3(OR3, from[planes - 1], carry, outside);
}

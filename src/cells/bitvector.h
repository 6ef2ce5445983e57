/*
 * bitvector.h - the bit-vector step: one text symbol against 64 rows of the table.
 *
 * The column c[.][j] is held as vertical deltas: bit i of pv (mv) is set when c[i+1][j] - c[i][j]
 * is +1 (-1). The horizontal delta of the row above enters as a carry, so blocks of 64 rows can be
 * chained. Above row 0 the carry is 0 for a search, and +1 for an alignment of the whole text.
 * Myers, "A fast bit-vector algorithm for approximate string matching", JACM 46(3), 1999, in the
 * form of Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances",
 * 2003. The formulas are those of cell.h, on 64 rows at once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/host_device.h"
#include "cells/cell.h"

struct bitvector {
    uint64_t pv, mv;
};

/* Horizontal deltas of a block in one column: bit i set when c[i+1][j] - c[i+1][j-1] is +1 (p) or
 * -1 (m). */
struct horizontal {
    uint64_t p, m;
};

enum { BITVECTOR_ROWS = 64 };

/* The column before the text: c[i][0] = i. */
#define BITVECTOR_START ((struct bitvector){~UINT64_C(0), 0})

/* Returns how much more the last one of the first n <= BITVECTOR_ROWS rows is than the row above
 * the first, modulo 2^32. */
static inline uint32_t bitvector_sum(struct bitvector v, size_t n)
{
    uint64_t there = n < BITVECTOR_ROWS ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);
    return (uint32_t)__builtin_popcountll(v.pv & there) -
           (uint32_t)__builtin_popcountll(v.mv & there);
}

/* Returns the rows whose diagonal step costs 0. Bit 0 of `eq` must also be set if the delta of the
 * row above is -1. */
HOST_DEVICE static inline uint64_t bitvector_d0(const struct bitvector *v, uint64_t eq)
{
    return (((eq & v->pv) + v->pv) ^ v->pv) | eq | v->mv;
}

/*
 * Advances `v` by one symbol; bit i of `eq` is set when row i matches it. The delta of the row
 * above is passed as (p_in, m_in), each 0 or 1. Returns the horizontal deltas of the rows; bit 63
 * of them (or the pattern's last row) is the carry for the block below.
 */
HOST_DEVICE static inline struct horizontal bitvector_step(struct bitvector *v, uint64_t eq,
                                                           uint64_t p_in, uint64_t m_in)
{
    uint64_t xv = eq | v->mv, d0 = bitvector_d0(v, eq | m_in);
    struct horizontal h = {CELL_PLUS(v->mv, v->pv, d0), CELL_MINUS(v->pv, d0)};
    uint64_t p = h.p << 1 | p_in, m = h.m << 1 | m_in;
    v->pv = CELL_PLUS(m, p, xv);
    v->mv = CELL_MINUS(p, xv);
    return h;
}

/*
 * traceback.h - traceback through a distance table: the edits of an alignment.
 *
 * While the columns are computed (bitvector.h), two bits of each cell are stored: its optimal steps
 * back. If a cell has two, the caller's order of preference decides, so the alignment is
 * deterministic.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cells/metric_step.h"

/* The optimal steps back from 64 cells of a column; bit i belongs to row i. If neither bit is set,
 * only a deletion is optimal. */
struct moves {
    uint64_t insertion; /* one column back */
    uint64_t diagonal;  /* one row and one column back: equal or substituted */
};

enum traceback_first { INSERTION_FIRST, DIAGONAL_FIRST };

/*
 * As bitvector_step() of one block of rows. *carry is the deltas of the row above, on return of the
 * block's last row. Returns the moves.
 *
 * An insertion is optimal if the horizontal delta is +1. A diagonal step is optimal if the row
 * matches, or if a substitution costs 1: the old vertical delta and the horizontal delta of the
 * cell add up to +1.
 */
static inline struct moves traceback_step(struct bitvector *v, uint64_t eq,
                                          struct horizontal *carry)
{
    struct bitvector old = *v;
    struct horizontal h = bitvector_step(v, eq, carry->p, carry->m);
    *carry = (struct horizontal){h.p >> (BITVECTOR_ROWS - 1), h.m >> (BITVECTOR_ROWS - 1)};
    return (struct moves){h.p, eq | (h.p & ~old.mv) | (old.pv & ~h.m)};
}

/* As traceback_step(), for METRIC_INDEL: only matches are diagonal steps. */
static inline struct moves traceback_step_indel(struct bitvector *v, uint64_t eq, struct edge *edge)
{
    struct edge e = metric_step_indel(v, eq, *edge);
    *edge = edge_of(e, BITVECTOR_ROWS - 1);
    return (struct moves){e.p, eq};
}

/*
 * As traceback_step(), for METRIC_OSA. The order of diagonal steps is match, exchange,
 * substitution. `first` decides between moves: each cell gets one, and both bits mean an exchange.
 *
 * An exchange is optimal if the matches are crossed and, of the two diagonal steps in its place,
 * one would cost 1 and the other 0. A substitution is optimal if the diagonal step costs 1.
 */
static inline struct moves traceback_step_osa(struct bitvector *v, struct before *before,
                                              uint64_t eq, struct edge *edge,
                                              enum traceback_first first)
{
    uint64_t between = before->d0 << 1 | edge->d0;
    uint64_t crossed = before->eq & (eq << 1 | edge->eq);
    struct edge e = metric_step_osa(v, before, eq, *edge);
    *edge = edge_of(e, BITVECTOR_ROWS - 1);
    uint64_t exchange = crossed & (before->d0 ^ between) & ~eq;
    uint64_t diagonal = eq | ~before->d0 | exchange, insertion = e.p;
    if (first == INSERTION_FIRST) {
        exchange &= ~insertion;
        diagonal &= ~insertion;
    }
    return (struct moves){(insertion & ~diagonal) | exchange, diagonal};
}

/* The position of the traceback: i rows and j columns are left. */
struct walk {
    size_t i, j;
};

/*
 * Takes one step back from a cell of `column`, the moves of column w->j - 1 by blocks of rows.
 * Returns 'I' (insertion), 'D' (deletion) or 'X' (diagonal; the caller checks whether the codes are
 * equal).
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

/* As walk_back(), for the moves of traceback_step_osa(). Also returns 'T': an exchange, two rows
 * and columns back. */
static inline char walk_back_osa(struct walk *w, const struct moves *column)
{
    const struct moves *moves = &column[(w->i - 1) / BITVECTOR_ROWS];
    unsigned bit = (w->i - 1) % BITVECTOR_ROWS;
    if ((moves->insertion & moves->diagonal) >> bit & 1) {
        w->i -= 2;
        w->j -= 2;
        return 'T';
    }
    return walk_back(w, column, INSERTION_FIRST);
}

/*
 * diagonal_front.h - a level of furthest rows in the making (diagonals.h).
 *
 * Level d has the furthest row that d edits reach on each diagonal. Only diagonals that can be on a
 * path of at most `limit` edits are kept: k with |k| <= d, or the first cell is too far, and
 * |k - corner| <= limit - d, or the last cell is. In a corridor, only those whose furthest row is
 * in it. Each level is made in the place of the one before.
 */
#pragma once

#include <stdbool.h>

#include "pair/corridor.h"
#include "pair/sequences.h"

#define UNREACHED (INT64_MIN / 2)

/* A level in the making, and the problem it belongs to. */
struct front {
    const struct sequences *s;
    enum metric metric;
    bool backwards; /* from the last cell: rows and columns are counted from there */
    int64_t corner; /* the diagonal of the last cell, or backwards of the first */
    int64_t limit;
    int64_t level;
    int64_t *rows;  /* rows[k + origin]; at least one unreached beyond either end */
    int64_t origin; /* room for -origin .. origin */
    const struct corridor *corridor; /* of a front from the first cell; or NULL */
    struct diagonal_span range; /* the level's diagonals; beside it, none is reached or matters */
    int64_t reached;            /* most rows and columns of a cell */
    double steps;
};

/* Level 0: the diagonal of the first cell alone. `limit` is at least |n - m|; where the distance is
 * known, it is at least that. Exits the program when out of memory. */
void front_open(struct front *f, const struct sequences *s, enum metric metric, uint64_t limit,
                bool backwards);
void front_close(struct front *f);

/* Makes room for the diagonals -reach .. reach, and one beyond either end. */
void front_reserve(struct front *f, int64_t reach);

/* Makes the next level. */
void front_advance(struct front *f);

/* Returns the diagonals of a level that can be on a path of at most `limit` edits. */
struct diagonal_span front_range(const struct front *f, int64_t level);

/* Returns whether two codes from row `row` of diagonal k on are exchanged. */
bool front_is_exchange(const struct front *f, int64_t k, int64_t row);

/*
 * split_table.h - splits a table in halves, and finds where the path crosses between them.
 *
 * The longer sequence is halved in the middle. The scores of the last row of the upper half, and of
 * the lower half computed backwards, determine the cells of the middle where an optimal path can
 * cross. The lowest path crosses at the leftmost of these or, if columns are halved, at the lowest.
 *
 * With exchanges (METRIC_OSA) a path may pass over a cell of the middle: two rows and two columns
 * in one step of cost 1. Passing over saves 1 if both diagonal steps, to the cell and after it,
 * cost 1; otherwise it is no better than passing through. So each cell of the middle counts with
 * the better of both. A path that passes over is cut at the end of the exchange. If an exchange and
 * a substitution are both optimal, so is an insertion; so the lowest path is unaffected.
 */
#pragma once

#include "pair/sequences.h"
#include "strips/strips.h"

/* The split of a table, between two rows or two columns, and the crossing of the path. */
struct split_table {
    bool columns;           /* columns are halved: the second sequence is longer */
    size_t at;              /* codes of the longer sequence before the middle, or the cut */
    size_t cross;           /* codes of the other sequence before the path */
    uint64_t before, after; /* distances of the two parts */
};

/* Returns the split of the table of s; the crossing is not set yet. */
struct split_table split_table_of(const struct sequences *s);

/* Returns one half, whose last row is the middle. The second half is read backwards. If columns are
 * halved, they become the rows. */
struct strips_problem split_table_half(const struct split_table *middle, const struct sequences *s,
                                       enum metric metric, bool second);

/* Finds the crossing of the lowest path from the last rows of both halves, which have columns in
 * common. If the path crosses by an exchange, the cut is one code after the middle. */
void split_table_cross(struct split_table *middle, const struct sequences *s, enum metric metric,
                       const struct strips_row *first, const struct strips_row *second);

/* Returns the parts before and after the crossing. */
void split_table_split(const struct split_table *middle, const struct sequences *s,
                       struct sequences *before, struct sequences *after);

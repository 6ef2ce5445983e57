/*
 * split_table.h - a table is halved, and the path goes from one half to the other.
 *
 * The longer sequence is halved in the middle. The scores of the last row of the upper half, and
 * those of the lower half read backwards, tell at which cells of the middle an optimal path can
 * cross. The lowest path crosses at the leftmost of these; where columns are halved, at the lowest.
 *
 * With exchanges (METRIC_OSA) a path may go over a cell of the middle: two rows and two columns at
 * once, at a cost of 1. It goes over no better than through that cell, unless both steps down the
 * diagonal, to the cell and behind it, cost 1; then it saves 1. So each cell of the middle counts
 * by the better of both. A path that goes over is cut where the exchange ends. Where an exchange
 * and a substitution both are right, so is an insertion; so the lowest path is the same, in all of
 * this.
 */
#ifndef SPLIT_TABLE_H
#define SPLIT_TABLE_H

#include "pair/sequences.h"
#include "strips/strips.h"

/* Where a table is halved: between two rows, or between two columns, and where the path goes
 * through there. */
struct split_table {
    bool columns;           /* columns are halved: the second sequence is the longer one */
    size_t at;              /* codes of the longer sequence before the middle, or the cut */
    size_t cross;           /* codes of the other sequence before the path */
    uint64_t before, after; /* distances of the two parts */
};

/* Where the table of s is halved; the rest is not known yet. */
struct split_table split_table_of(const struct sequences *s);

/* One half: the middle is its last row. The second half is read backwards. Where columns are
 * halved, they are the rows here. */
struct strips_problem split_table_half(const struct split_table *middle, const struct sequences *s,
                                       enum metric metric, bool second);

/* The whole table from one end, wherever the middle will be: what a half is some rows of. */
struct strips_problem split_table_end(const struct split_table *middle, const struct sequences *s,
                                      enum metric metric, bool second);

/* Finds where the lowest path crosses, from the last rows of both halves; false: there is no path
 * within the limit. Where it crosses by an exchange, the cut is one code behind the middle. */
bool split_table_cross(struct split_table *middle, const struct sequences *s, enum metric metric,
                       const struct strips_row *first, const struct strips_row *second,
                       uint64_t limit);

/* What lies before the cross, and what behind it. */
void split_table_split(const struct split_table *middle, const struct sequences *s,
                       struct sequences *before, struct sequences *after);

#endif

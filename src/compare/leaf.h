/*
 * leaf.h - the alignment of two sequences by a table whose moves are all stored.
 *
 * If bounds of the path are known, only a band of the table is computed.
 */
#pragma once

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips_problem.h"

/* A table, and the diagonals (column - row) that its path may use. */
struct leaf_table {
    struct sequences s; /* at least one row and one column */
    struct diagonal_span span;
    /* The row above the first row, from column `first` of these deltas on, if the table is the
     * lower part of another table; else NULL. Not for METRIC_OSA. No path within the distance
     * begins behind the last of the `count` deltas. */
    const struct strips_deltas *above;
    size_t first, count;
};

/* Memory for the moves of one table after the other. All zero at first; the caller frees `moves`.
 */
struct leaf_room {
    struct moves *moves;
    size_t capacity;
};

/* Returns the table of s for a distance of at most `limit`. */
struct leaf_table leaf_table_of(const struct sequences *s, uint64_t limit);

/* Returns the words of 64 cells that the moves take. */
double leaf_words(const struct leaf_table *t);

/* Returns whether the moves take at most `most` words of 64 cells, and the masks of the codes at
 * most as many. */
bool leaf_fits(const struct leaf_table *t, size_t most);

/* Appends the alignment (the lowest, see hirschberg.h) to the script. If there is a row above the
 * table, the path ends below it, and the function returns the column. Exits the program when out of
 * memory. */
size_t leaf_align(const struct leaf_table *t, enum metric metric, struct leaf_room *room,
                  struct script *script);

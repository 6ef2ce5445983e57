/*
 * strips_kept.h - rows of scores that are kept while a table is computed (strips_run.keep).
 *
 * A path through the table is found from its end: the row kept last tells where the path may come
 * from, so only what is between that row and the end must be computed again.
 */
#pragma once

#include "strips/strips_parts.h"
#include "strips/strips_problem.h"

/* Scores of columns [first, last] below the first `row` rows, with the meaning of struct
 * strips_row; but difference i of `deltas` is that of columns first + i and first + i + 1. */
struct strips_kept_row {
    size_t row, first, last;
    uint64_t score; /* in column `first` */
    struct strips_deltas deltas;
};

struct strips_kept {
    size_t most; /* set by the caller: bytes that the rows may take, but for one row */
    struct strips_kept_row *rows; /* from the top down; owned */
    size_t count;
    size_t every; /* every how many parts the last row is kept; internal */
};

/* Makes room for the last rows of a table with `parts` parts, of at most `columns` columns each.
 * Returns false on allocation failure; strips_kept_close() may be called in any case. */
bool strips_kept_open(struct strips_kept *k, size_t parts, size_t columns);
void strips_kept_close(struct strips_kept *k);

/* Returns the last row of a part, by its number; NULL where it is not kept. */
struct strips_kept_row *strips_kept_row_of(const struct strips_kept *k, size_t part);

/* Begins the last row of a part. Returns false on allocation failure. */
bool strips_kept_begin(struct strips_kept_row *row, const struct strips_part *part, uint64_t score,
                       enum strips_metric metric);

/* Copies differences [from, to) of the table's row; `from` is a multiple of 64. */
void strips_kept_copy(struct strips_kept_row *row, const struct strips_deltas *deltas, size_t from,
                      size_t to);

/*
 * strips_parts.h - a table cut into parts: each some rows, in the columns that matter.
 *
 * With a limit, a part has only the columns whose diagonals can hold an alignment within the limit
 * (Ukkonen, "Algorithms for approximate string matching", Information and Control 64, 1985). What
 * the rows of finished parts cost narrows these diagonals for the parts that are placed later.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pair/corridor.h"

/* Rows [first, first + rows), columns [from, to). `from` is a multiple of STRIPS_GROUP, and `to` is
 * one too or n. */
struct strips_part {
    size_t first, rows, from, to;
};

/* The table, and how it is cut. The caller sets all members above `lanes`. */
struct strips_parts {
    size_t m, n;             /* rows and columns */
    int64_t lowest, highest; /* diagonals that matter below the parts placed so far: column - row */
    bool limited;            /* these are not all */
    const struct corridor *corridor; /* only its diagonals matter, and those up to `aside` */
    int64_t aside;                   /* beside it; or NULL */
    bool words;                      /* each part begins at a multiple of 64 rows */
    size_t lanes, rows;              /* of a part; the last part may have fewer rows */
    size_t count;
    struct strips_part *placed; /* `count`; owned */
};

/* Chooses lanes, rows and count for `threads` threads and a kernel with `kernel_lanes` lanes, for
 * which a row is `vectors` vectors. If `rows` is not 0, keeps it as far as possible. Returns false
 * on allocation failure. */
bool strips_parts_open(struct strips_parts *p, size_t kernel_lanes, size_t vectors, size_t threads);
void strips_parts_close(struct strips_parts *p);

/* Decides the columns of part i by the diagonals that matter now. All parts above it are placed.
 * Neither `from` nor `to` is ever less than that of the part above: the row of deltas between two
 * parts is valid to the right of `to` only where no part has been. */
void strips_parts_place(struct strips_parts *p, size_t i);

/* A part that is placed. */
static inline const struct strips_part *strips_part_at(const struct strips_parts *p, size_t i)
{
    return &p->placed[i];
}

/* `value`, or the nearest of 0 and `most`. */
static inline size_t strips_clamp(int64_t value, size_t most)
{
    return value < 0 ? 0 : (uint64_t)value > most ? most : (size_t)value;
}

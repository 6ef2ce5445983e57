/*
 * strips_parts.h - a table cut into parts: each some rows, in the columns that matter.
 *
 * With a limit, a part has only the columns whose diagonals can hold a distance within it (Ukkonen,
 * "Algorithms for approximate string matching", Information and Control 64, 1985).
 */
#ifndef STRIPS_PARTS_H
#define STRIPS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The table, and how it is cut. The caller sets the first four lines. */
struct strips_parts {
    size_t m, n;             /* rows and columns */
    int64_t lowest, highest; /* diagonals that matter, column - row */
    bool limited;            /* these are not all */
    bool words;              /* each part begins at a multiple of 64 rows */
    size_t lanes, rows;      /* of a part; the last part may have fewer rows */
    size_t count;
};

/* Rows [first, first + rows), columns [from, to). `from` is a multiple of STRIPS_GROUP, and `to` is
 * one too or n. */
struct strips_part {
    size_t first, rows, from, to;
};

/* Chooses lanes, rows and count, for `threads` threads and a kernel with so many lanes, to which a
 * row is so many vectors. */
void strips_parts_choose(struct strips_parts *p, size_t kernel_lanes, size_t vectors,
                         size_t threads);

struct strips_part strips_part_at(const struct strips_parts *p, size_t i);

/* `value`, or the nearest of 0 and `most`. */
static inline size_t strips_clamp(int64_t value, size_t most)
{
    return value < 0 ? 0 : (uint64_t)value > most ? most : (size_t)value;
}

#endif

/*
 * align_small.h - aligns texts whose table is small: by diagonals (diagonals.h) if they are alike,
 * else by a table whose moves are all stored (leaf.h).
 */
#pragma once

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"

/*
 * Returns false if the moves take more than `most` words of 64 cells. Else appends the alignment
 * that hirschberg_align() would append, and sets *distance. If the distance is above `limit`,
 * *distance is, too, and some alignment or none is appended. Exits the program when out of memory.
 */
bool align_small(const struct sequences *s, enum metric metric, uint64_t limit, size_t most,
                 struct script *script, uint64_t *distance);

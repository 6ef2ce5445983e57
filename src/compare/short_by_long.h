/*
 * short_by_long.h - compares a short sequence with a very long one in one pass over the long one.
 *
 * The short sequence has the m rows, the long one the n columns. With D(i, j) the distance of the
 * first i rows and j columns, j - D(i, j) never falls from one column to the next, and lies between
 * -i and i. So at most m (m + 1) columns change any vertical delta. The others are skipped as fast
 * as their codes can be looked up, and an alignment only inserts there. Memory is O(m^3),
 * independent of n.
 *
 * This also holds with exchanges. In an unchanged column, each score is 1 more than the score to
 * its left. So no score is more than the one above it, and in a matching row it is less. There an
 * insertion is as good as an exchange that begins with this row and column. So no exchange matters
 * after an unchanged column.
 */
#pragma once

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"

enum { SHORT_BY_LONG_MOST = 256 };

/* Returns whether this is the fastest way: one sequence is short, and much shorter than the
 * other. */
bool short_by_long_pay(const struct sequences *s);

/* Returns the distance. One sequence has 1 to SHORT_BY_LONG_MOST codes, the other at least as many.
 * Appends the alignment (the lowest, see hirschberg.h) to the script unless it is NULL. Exits the
 * program when out of memory. */
uint64_t short_by_long_align(const struct sequences *s, enum metric metric, struct script *script);

/*
 * short_by_long.h - a short sequence and a very long one: one pass over the long one.
 *
 * The short one makes the rows, the long one the n columns. With D(i, j) the distance of the first
 * i rows and j columns, j - D(i, j) never falls from one column to the next, and lies between -i
 * and i. So at most m (m + 1) of the columns change any vertical delta. The others are passed as
 * fast as their codes can be looked up, and an alignment only inserts there. Memory is O(m^3), and
 * nothing for the columns.
 *
 * With exchanges all this is true as well. In a column that changes nothing, each score is 1 more
 * than the one to its left. So none is more than the one above it, and in a row that matches it is
 * less. There an insertion is as good as the exchange that would begin with this row and column. So
 * behind such a column no exchange counts.
 */
#ifndef SHORT_BY_LONG_H
#define SHORT_BY_LONG_H

#include <stdbool.h>

#include "pair/script.h"
#include "pair/sequences.h"

enum { SHORT_BY_LONG_MOST = 256 };

/* Whether this is the fastest way: one sequence is short, and much shorter than the other. */
bool short_by_long_pay(const struct sequences *s);

/* The distance; one sequence has 1 to SHORT_BY_LONG_MOST codes, the other has as many or more. Adds
 * the alignment (the lowest, see hirschberg.h) to the script unless that is NULL. Out of memory the
 * program ends. */
uint64_t short_by_long_align(const struct sequences *s, enum metric metric, struct script *script);

#endif

/*
 * overhangs.h - the occurrences that hang over the ends of their records (query/overhang.h). An
 * engine reports those that lie inside a record; these are added to its hits.
 *
 * overhang_pieces.h tells which patterns may hang over an end. For these a table of the pattern and
 * the symbols near the end is computed. Over the record's begin: its first column has the cost of
 * each number of items outside. Over its end: that cost is added to the last column.
 */
#pragma once

#include "scan/engine.h"

struct overhangs;

/* Returns NULL when out of memory. One thread at a time. */
struct overhangs *overhangs_open(const struct query *q, const struct alphabet *a);
void overhangs_close(struct overhangs *x); /* NULL is ignored */

/* Adds them to the hits of a scan of all that the chunk owns. The hits stay sorted. */
enum engine_status overhangs_add(struct overhangs *x, const struct chunk *c, struct hits *hits);

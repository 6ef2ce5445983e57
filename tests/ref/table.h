/*
 * table.h - the reference of edcmp: distance and alignment from the whole O(mn) table.
 *
 * Shares nothing with src/. The alignment keeps the longest common prefix, and the longest common
 * suffix of what is left; between them it is the one of the least cost that, walked back from the
 * end, inserts where it can, else goes diagonally where it can (what is equal, then an exchange,
 * then a substitution), else deletes.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum table_metric { TABLE_LEVENSHTEIN, TABLE_INDEL, TABLE_OSA, TABLE_HAMMING };

/* The distance; for TABLE_HAMMING m is n. Writes the edits ("==XTTID", a string: each T is one of
 * two that are exchanged) to edits[0..m + n], unless that is NULL. */
size_t table_align(const uint32_t *x, size_t m, const uint32_t *y, size_t n,
                   enum table_metric metric, char *edits);

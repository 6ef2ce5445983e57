/*
 * table.h - the reference of edcmp: distance and alignment from the whole O(mn) table.
 *
 * Shares nothing with src/. The alignment keeps the longest common prefix, and the longest common
 * suffix of what is left; between them it is the one of the least cost that, walked back from the
 * end, inserts where it can, else goes diagonally where it can, else deletes.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The distance; with `indel` a substitution is no edit. Writes the edits ("==XID", a string) to
 * edits[0..m + n], unless that is NULL. */
size_t table_align(const uint32_t *x, size_t m, const uint32_t *y, size_t n, bool indel,
                   char *edits);

#endif

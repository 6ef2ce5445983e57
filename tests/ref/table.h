/*
 * table.h - distance and alignment from the whole O(mn) table, for the references. Shares nothing
 * with src/.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the order of enum metric in src/cells/metric.h, so that a cast converts. */
enum table_metric { TABLE_LEVENSHTEIN, TABLE_INDEL, TABLE_OSA, TABLE_HAMMING };

struct table_rules {
    enum table_metric metric;
    const char *order; /* all edits, those first that the walk back from the end prefers */
    bool (*equal)(const void *context, size_t i, size_t j); /* the i-th of x and the j-th of y */
    const void *context;
};

/* The distance of m and n; for TABLE_HAMMING m is n. Writes the edits of the alignment of the least
 * cost that the order prefers ("==XTTID", a string: each T is one of two that are exchanged) to
 * edits[0..m + n], unless that is NULL. */
size_t table_edits(const struct table_rules *rules, size_t m, size_t n, char *edits);

/*
 * The reference of edcmp. The alignment keeps the longest common prefix, and the longest common
 * suffix of what is left; between them the walk back inserts where it can, else goes diagonally
 * where it can (what is equal, then an exchange, then a substitution), else deletes.
 */
size_t table_align(const uint32_t *x, size_t m, const uint32_t *y, size_t n,
                   enum table_metric metric, char *edits);

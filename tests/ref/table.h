/* table.h - distance and alignment from the whole O(mn) table, for the references. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the order of enum metric in src/cells/metric.h, so that a cast converts. */
enum table_metric { TABLE_LEVENSHTEIN, TABLE_INDEL, TABLE_OSA, TABLE_HAMMING };

struct table_rules {
    enum table_metric metric;
    const char *order; /* all edits; the trace back from the end prefers the first */
    bool (*equal)(const void *context, size_t i, size_t j); /* element i of x and j of y */
    const void *context;
};

/* Returns the distance of m and n elements; with TABLE_HAMMING, m is n. Unless `edits` is NULL,
 * sets edits[0..m + n] to the string of the preferred alignment, such as "==XTTID" (TT: an
 * exchange). */
size_t table_edits(const struct table_rules *rules, size_t m, size_t n, char *edits);

/*
 * The reference for edcmp. The alignment has the longest common prefix, and the longest common
 * suffix of the rest. Between them the trace back prefers an insertion, then a match, an exchange,
 * a substitution, then a deletion.
 */
size_t table_align(const uint32_t *x, size_t m, const uint32_t *y, size_t n,
                   enum table_metric metric, char *edits);

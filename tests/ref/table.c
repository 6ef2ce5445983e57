#include "table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

struct table {
    const uint32_t *x, *y;
    size_t m, n;
    enum table_metric metric;
    uint32_t *cells; /* [i * (n + 1) + j] */
};

static uint32_t *cell(const struct table *t, size_t i, size_t j)
{
    return &t->cells[i * (t->n + 1) + j];
}

/* How many codes an edit takes of x, and of y. */
static size_t rows_of(char edit)
{
    return edit == 'I' ? 0 : edit == 'T' ? 2 : 1;
}

static size_t columns_of(char edit)
{
    return edit == 'D' ? 0 : edit == 'T' ? 2 : 1;
}

/* Whether an alignment of the first i and j codes may end with the edit. */
static bool is_possible(const struct table *t, char edit, size_t i, size_t j)
{
    if (rows_of(edit) > i || columns_of(edit) > j)
        return false;
    switch (edit) {
    case '=':
        return t->x[i - 1] == t->y[j - 1];
    case 'X':
        return t->metric != TABLE_INDEL && t->x[i - 1] != t->y[j - 1];
    case 'T':
        return t->metric == TABLE_OSA && t->x[i - 1] == t->y[j - 2] && t->x[i - 2] == t->y[j - 1];
    default:
        return t->metric != TABLE_HAMMING;
    }
}

static size_t cost_by(const struct table *t, char edit, size_t i, size_t j)
{
    return *cell(t, i - rows_of(edit), j - columns_of(edit)) + (edit != '=');
}

static const char all_edits[] = "I=TXD"; /* as they are preferred on the way back */

static void fill(struct table *t)
{
    t->cells = calloc((t->m + 1) * (t->n + 1), sizeof *t->cells);
    if (t->cells == NULL)
        abort();
    for (size_t i = 0; i <= t->m; i++) {
        for (size_t j = 0; j <= t->n; j++) {
            size_t value = i + j > 0 ? t->m + t->n + 1 : 0; /* more than any distance */
            for (const char *e = all_edits; *e != '\0'; e++)
                if (is_possible(t, *e, i, j))
                    value = least(value, cost_by(t, *e, i, j));
            *cell(t, i, j) = (uint32_t)value;
        }
    }
}

/* The edit that the walk takes back from cell (i, j). */
static char edit_before(const struct table *t, size_t i, size_t j)
{
    const char *e = all_edits;
    while (!is_possible(t, *e, i, j) || cost_by(t, *e, i, j) != *cell(t, i, j))
        e++;
    return *e;
}

/* Writes the edits to `to`; returns how many. */
static size_t walk(const struct table *t, char *to)
{
    size_t i = t->m, j = t->n, count = 0;
    while (i > 0 || j > 0) {
        char edit = edit_before(t, i, j);
        to[count++] = edit;
        if (edit == 'T')
            to[count++] = edit;
        i -= rows_of(edit);
        j -= columns_of(edit);
    }
    for (size_t a = 0, b = count; a + 1 < b; a++) {
        char edit = to[--b];
        to[b] = to[a];
        to[a] = edit;
    }
    return count;
}

size_t table_align(const uint32_t *x, size_t m, const uint32_t *y, size_t n,
                   enum table_metric metric, char *edits)
{
    size_t prefix = 0, suffix = 0;
    while (prefix < m && prefix < n && x[prefix] == y[prefix])
        prefix++;
    while (prefix + suffix < m && prefix + suffix < n && x[m - 1 - suffix] == y[n - 1 - suffix])
        suffix++;
    struct table t = {x + prefix,          y + prefix, m - prefix - suffix,
                      n - prefix - suffix, metric,     NULL};
    fill(&t);
    size_t distance = *cell(&t, t.m, t.n);
    if (edits != NULL) {
        memset(edits, '=', prefix);
        size_t middle = walk(&t, edits + prefix);
        memset(edits + prefix + middle, '=', suffix);
        edits[prefix + middle + suffix] = '\0';
    }
    free(t.cells);
    return distance;
}

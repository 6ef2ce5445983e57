/* table.c - see table.h. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

struct table {
    const uint32_t *x, *y;
    size_t m, n;
    bool indel;
    uint32_t *cells; /* [i * (n + 1) + j] */
};

static uint32_t *cell(const struct table *t, size_t i, size_t j)
{
    return &t->cells[i * (t->n + 1) + j];
}

static void fill(struct table *t)
{
    t->cells = calloc((t->m + 1) * (t->n + 1), sizeof *t->cells);
    if (t->cells == NULL)
        abort();
    for (size_t i = 0; i <= t->m; i++) {
        for (size_t j = 0; j <= t->n; j++) {
            size_t value = i == 0 ? j : i;
            if (i > 0 && j > 0) {
                size_t across = *cell(t, i - 1, j - 1) + (t->indel ? 2U : 1U);
                value = least(*cell(t, i - 1, j), *cell(t, i, j - 1)) + 1;
                if (t->x[i - 1] == t->y[j - 1])
                    across = *cell(t, i - 1, j - 1);
                value = least(value, across);
            }
            *cell(t, i, j) = (uint32_t)value;
        }
    }
}

/* The edit that the walk takes back from cell (i, j). */
static char edit_before(const struct table *t, size_t i, size_t j)
{
    uint32_t here = *cell(t, i, j);
    bool across = i > 0 && j > 0;
    if (j > 0 && *cell(t, i, j - 1) + 1 == here)
        return 'I';
    if (across && t->x[i - 1] == t->y[j - 1] && *cell(t, i - 1, j - 1) == here)
        return '=';
    if (across && !t->indel && *cell(t, i - 1, j - 1) + 1 == here)
        return 'X';
    return 'D';
}

/* Writes the edits to `to`; returns how many. */
static size_t walk(const struct table *t, char *to)
{
    size_t i = t->m, j = t->n, count = 0;
    while (i > 0 || j > 0) {
        char edit = edit_before(t, i, j);
        to[count++] = edit;
        i -= edit != 'I';
        j -= edit != 'D';
    }
    for (size_t a = 0, b = count; a + 1 < b; a++) {
        char edit = to[--b];
        to[b] = to[a];
        to[a] = edit;
    }
    return count;
}

size_t table_align(const uint32_t *x, size_t m, const uint32_t *y, size_t n, bool indel,
                   char *edits)
{
    size_t prefix = 0, suffix = 0;
    while (prefix < m && prefix < n && x[prefix] == y[prefix])
        prefix++;
    while (prefix + suffix < m && prefix + suffix < n && x[m - 1 - suffix] == y[n - 1 - suffix])
        suffix++;
    struct table t = {x + prefix,          y + prefix, m - prefix - suffix,
                      n - prefix - suffix, indel,      NULL};
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

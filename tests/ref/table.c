#include "table.h"

#include <stdlib.h>
#include <string.h>

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

struct table {
    const struct table_rules *rules;
    size_t m, n;
    uint32_t *cells; /* [i * (n + 1) + j] */
};

static uint32_t *cell(const struct table *t, size_t i, size_t j)
{
    return &t->cells[i * (t->n + 1) + j];
}

static bool equal(const struct table *t, size_t i, size_t j)
{
    return i > 0 && j > 0 && t->rules->equal(t->rules->context, i - 1, j - 1);
}

/* Return how many codes of x, and of y, an edit takes. */
static size_t rows_of(char edit)
{
    return edit == 'I' ? 0 : edit == 'T' ? 2 : 1;
}

static size_t columns_of(char edit)
{
    return edit == 'D' ? 0 : edit == 'T' ? 2 : 1;
}

/* Returns whether an alignment of the first i and j codes may end with the edit. `same`: the last
 * codes are equal. */
static bool is_possible(const struct table *t, char edit, size_t i, size_t j, bool same)
{
    if (rows_of(edit) > i || columns_of(edit) > j)
        return false;
    switch (edit) {
    case '=':
        return same;
    case 'X':
        return t->rules->metric != TABLE_INDEL && !same;
    case 'T':
        return t->rules->metric == TABLE_OSA && equal(t, i, j - 1) && equal(t, i - 1, j);
    default:
        return t->rules->metric != TABLE_HAMMING;
    }
}

static size_t cost_by(const struct table *t, char edit, size_t i, size_t j)
{
    return *cell(t, i - rows_of(edit), j - columns_of(edit)) + (edit != '=');
}

static void fill(struct table *t)
{
    t->cells = calloc((t->m + 1) * (t->n + 1), sizeof *t->cells);
    if (t->cells == NULL)
        abort();
    for (size_t i = 0; i <= t->m; i++) {
        for (size_t j = 0; j <= t->n; j++) {
            size_t value = i + j > 0 ? t->m + t->n + 1 : 0; /* above any distance */
            bool same = equal(t, i, j);
            for (const char *e = t->rules->order; *e != '\0'; e++)
                if (is_possible(t, *e, i, j, same))
                    value = least(value, cost_by(t, *e, i, j));
            *cell(t, i, j) = (uint32_t)value;
        }
    }
}

/* Returns the edit that leads to cell (i, j). */
static char edit_before(const struct table *t, size_t i, size_t j)
{
    const char *e = t->rules->order;
    bool same = equal(t, i, j);
    while (!is_possible(t, *e, i, j, same) || cost_by(t, *e, i, j) != *cell(t, i, j))
        e++;
    return *e;
}

/* Writes the edits as a string. */
static void walk(const struct table *t, char *to)
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
    to[count] = '\0';
    for (size_t a = 0, b = count; a + 1 < b; a++) {
        char edit = to[--b];
        to[b] = to[a];
        to[a] = edit;
    }
}

size_t table_edits(const struct table_rules *rules, size_t m, size_t n, char *edits)
{
    struct table t = {rules, m, n, NULL};
    fill(&t);
    size_t distance = *cell(&t, m, n);
    if (edits != NULL)
        walk(&t, edits);
    free(t.cells);
    return distance;
}

struct codes {
    const uint32_t *x, *y;
};

static bool equal_codes(const void *context, size_t i, size_t j)
{
    const struct codes *c = context;
    return c->x[i] == c->y[j];
}

size_t table_align(const uint32_t *x, size_t m, const uint32_t *y, size_t n,
                   enum table_metric metric, char *edits)
{
    size_t prefix = 0, suffix = 0;
    while (prefix < m && prefix < n && x[prefix] == y[prefix])
        prefix++;
    while (prefix + suffix < m && prefix + suffix < n && x[m - 1 - suffix] == y[n - 1 - suffix])
        suffix++;
    const struct codes middle = {x + prefix, y + prefix};
    const struct table_rules rules = {metric, "I=TXD", equal_codes, &middle};
    size_t distance = table_edits(&rules, m - prefix - suffix, n - prefix - suffix,
                                  edits != NULL ? edits + prefix : NULL);
    if (edits != NULL) {
        memset(edits, '=', prefix);
        char *end = strchr(edits + prefix, '\0');
        memset(end, '=', suffix);
        end[suffix] = '\0';
    }
    return distance;
}

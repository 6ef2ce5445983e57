#include "scan/sliced_table.h"

#include <stdlib.h>

#include "base/grow.h"

bool sliced_table_open(struct sliced_table *t, enum metric metric, const struct sliced_codes *codes,
                       size_t n, size_t vector, size_t planes)
{
    t->metric = metric;
    t->before = metric == METRIC_HAMMING ? SLICED_BEFORE : 0;
    t->codes = codes;
    t->border = UINT32_MAX;
    t->vector = vector;
    t->planes = sliced_vectors(planes);
    t->rows = calloc(n + 1, sizeof *t->rows);
    if (t->planes == NULL || t->rows == NULL)
        return false;
    t->n = n;
    for (size_t i = 0; i < n; i++) {
        t->rows[i].counter = sliced_vectors(SLICED_COUNTER * vector);
        t->rows[i].seen = sliced_vectors(vector);
        if (t->rows[i].counter == NULL || t->rows[i].seen == NULL)
            return false;
    }
    return true;
}

void sliced_table_close(struct sliced_table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        free(t->rows[i].slots);
        free(t->rows[i].v);
        free(t->rows[i].counter);
        free(t->rows[i].seen);
    }
    free(t->rows);
    free(t->match);
    free(t->planes);
}

/* Returns the number of planes: the uppermost one shows more mismatches than the limit, and three
 * more below it leave room for the mismatches of seven rows. */
static unsigned sums_planes(uint32_t limit)
{
    unsigned planes = 4;
    while (limit >> (planes - 1) > 0)
        planes++;
    return planes;
}

/* Returns the vectors of the state of the rows; for sums, of each group and of an empty one. */
static size_t state_vectors(const struct sliced_table *t, const struct sliced_rows *w)
{
    if (t->metric != METRIC_HAMMING)
        return w->rows * sliced_row_planes(t->metric);
    size_t groups = (w->rows + SLICED_BEFORE - 1) / SLICED_BEFORE;
    return (groups + 1) * SLICED_BEFORE * w->planes;
}

bool sliced_table_reserve(const struct sliced_table *t, struct sliced_rows *w)
{
    w->planes = sums_planes(w->limit);
    return grow_anew(&w->slots, &w->slots_size, w->rows * sizeof *w->slots, malloc) &&
           grow_anew(&w->v, &w->v_size, state_vectors(t, w) * t->vector, sliced_vectors);
}

bool sliced_table_slots(struct sliced_table *t, struct sliced_codes *codes, const struct chunk *c)
{
    if (!sliced_codes_outdated(codes, c))
        return true;
    sliced_codes_begin(codes);
    for (size_t i = 0; i < t->n; i++)
        for (uint32_t r = 0; r < t->rows[i].rows; r++)
            t->rows[i].slots[r] = sliced_codes_slot(codes, t->rows[i].items[r]);
    if (codes->q->classes.border > 0 && t->metric != METRIC_HAMMING)
        t->border = sliced_codes_slot(codes, codes->q->classes.border - 1);
    free(t->match);
    t->match = sliced_vectors((size_t)codes->nslots * (t->before + SLICED_COLUMNS) * t->vector);
    return t->match != NULL && sliced_codes_end(codes, c);
}

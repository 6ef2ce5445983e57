/* sliced_table.c - see sliced_table.h. */
#include "scan/sliced_table.h"

#include <stdlib.h>

bool sliced_table_open(struct sliced_table *t, const struct sliced_codes *codes, size_t n,
                       size_t vector, size_t planes)
{
    t->codes = codes;
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

bool sliced_table_reserve(const struct sliced_table *t, struct sliced_rows *w)
{
    if (w->rows <= w->reserved)
        return true;
    free(w->slots);
    free(w->v);
    w->slots = reallocarray(NULL, w->rows, sizeof *w->slots);
    w->v = sliced_vectors(w->rows * 2 * t->vector);
    w->reserved = w->slots != NULL && w->v != NULL ? w->rows : 0;
    return w->reserved > 0;
}

bool sliced_table_slots(struct sliced_table *t, struct sliced_codes *codes, const struct chunk *c)
{
    if (!sliced_codes_outdated(codes, c))
        return true;
    sliced_codes_begin(codes);
    for (size_t i = 0; i < t->n; i++)
        for (uint32_t r = 0; r < t->rows[i].rows; r++)
            t->rows[i].slots[r] = sliced_codes_slot(codes, t->rows[i].items[r]);
    free(t->match);
    t->match = sliced_vectors((size_t)codes->nslots * SLICED_COLUMNS * t->vector);
    return t->match != NULL && sliced_codes_end(codes, c);
}

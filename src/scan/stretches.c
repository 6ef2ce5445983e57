/* stretches.c - see stretches.h. */
#include "scan/stretches.h"

#include <stdlib.h>

#include "base/grow.h"

enum { START = 32 /* symbols that could be searched while one turns to a stretch */ };

void stretches_begin(struct stretches *x, size_t most)
{
    x->n = x->symbols = 0;
    x->most = most;
    x->too_many = false;
}

void stretches_free(struct stretches *x)
{
    free(x->v);
}

bool stretches_add(struct stretches *x, struct span stretch)
{
    for (; x->n > 0 && stretch.start <= x->v[x->n - 1].end; x->n--) {
        const struct span *last = &x->v[x->n - 1];
        stretch.start = last->start < stretch.start ? last->start : stretch.start;
        stretch.end = last->end > stretch.end ? last->end : stretch.end;
        x->symbols -= last->end - last->start + START;
    }
    x->symbols += stretch.end - stretch.start + START;
    x->too_many = x->symbols > x->most || !grow(&x->v, &x->capacity, x->n + 1, sizeof *x->v);
    if (!x->too_many)
        x->v[x->n++] = stretch;
    return !x->too_many;
}

#include "filter/spans.h"

#include <stdlib.h>

#include "base/grow.h"

void spans_begin(struct spans *x)
{
    x->n = x->symbols = 0;
}

void spans_free(struct spans *x)
{
    free(x->v);
}

bool spans_add(struct spans *x, struct span stretch)
{
    for (; x->n > 0 && stretch.start <= x->v[x->n - 1].end; x->n--) {
        const struct span *last = &x->v[x->n - 1];
        stretch.start = last->start < stretch.start ? last->start : stretch.start;
        stretch.end = last->end > stretch.end ? last->end : stretch.end;
        x->symbols -= last->end - last->start;
    }
    if (!grow(&x->v, &x->capacity, x->n + 1, sizeof *x->v))
        return false;
    x->symbols += stretch.end - stretch.start;
    x->v[x->n++] = stretch;
    return true;
}

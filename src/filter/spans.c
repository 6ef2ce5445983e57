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

bool spans_add(struct spans *x, struct share span)
{
    for (; x->n > 0 && span.lead <= x->v[x->n - 1].end; x->n--) {
        struct share last = x->v[x->n - 1];
        span.lead = last.lead < span.lead ? last.lead : span.lead;
        span.begin = last.begin < span.begin ? last.begin : span.begin;
        span.end = last.end > span.end ? last.end : span.end;
        x->symbols -= last.end - last.lead;
    }
    if (!grow(&x->v, &x->capacity, x->n + 1, sizeof *x->v))
        return false;
    x->symbols += span.end - span.lead;
    x->v[x->n++] = span;
    return true;
}

struct share spans_within(const struct spans *x, size_t i, struct share own)
{
    struct share span = x->v[i];
    span.lead = span.lead > own.lead ? span.lead : own.lead;
    span.begin = span.begin > own.begin ? span.begin : own.begin;
    span.end = span.end < own.end ? span.end : own.end;
    span.end = span.end > span.begin ? span.end : span.begin;
    return span;
}

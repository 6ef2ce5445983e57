#include "query/alternatives.h"

#include "base/xalloc.h"

/* Adds the alternatives of pattern `index`. */
static void add_alternatives(struct query *to, const struct pattern *p, uint32_t index)
{
    const uint32_t *items = p->alternatives.items;
    for (size_t i = 0; i < p->alternatives.n; i++) {
        uint32_t m = p->alternatives.lengths[i];
        to->patterns[to->npatterns++] =
            (struct pattern){.m = m, .k = p->k, .index = index, .items = items};
        items += m;
    }
}

const struct query *alternatives_open(const struct query *q)
{
    size_t n = q->npatterns;
    for (size_t p = 0; p < q->npatterns; p++)
        n += q->patterns[p].alternatives.n > 0 ? q->patterns[p].alternatives.n - 1 : 0;
    if (n == q->npatterns)
        return NULL;
    struct query *to = xmemdup(q, sizeof *q);
    to->patterns = xcalloc(n, sizeof *to->patterns);
    to->npatterns = 0;
    for (uint32_t p = 0; p < q->npatterns; p++) {
        if (q->patterns[p].alternatives.n > 0) {
            add_alternatives(to, &q->patterns[p], p);
            continue;
        }
        to->patterns[to->npatterns] = q->patterns[p];
        to->patterns[to->npatterns++].index = p; /* not that of its strand + */
    }
    query_measure(to);
    /* A rising end of one alternative may be the nearest end at its position. */
    to->report.rising = !q->report.once;
    return to;
}

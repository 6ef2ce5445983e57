#include "scan/candidates.h"

#include "plan/costs.h"

void candidates_begin(struct candidates *x, uint32_t m, uint32_t limit, double budget)
{
    double blocks = limit / 64.0 + 1;
    x->window = COST_MYERS_BEGIN + COST_MYERS_SYMBOL * (m + 4.0 * limit) * blocks;
    double most = budget / x->window;
    x->most = most < (double)HITS_MOST ? (size_t)most : HITS_MOST;
    x->n = 0;
    for (size_t i = 0; i < CANDIDATES_RECENT; i++)
        x->recent[i] = SIZE_MAX;
    x->too_many = false;
    hits_clear(&x->places);
}

bool candidates_add(struct candidates *x, size_t symbol, uint32_t distance, size_t lane,
                    uint32_t limit)
{
    size_t stretch = symbol / (2 * (size_t)limit + 1),
           *recent = x->recent + stretch % CANDIDATES_RECENT;
    x->n += *recent != stretch;
    *recent = stretch;
    if (x->n <= x->most && hits_add(&x->places, (uint32_t)(symbol + 1), distance, (uint32_t)lane))
        return true;
    x->too_many = true;
    return false;
}

bool candidates_spans(const struct hits *places, size_t behind, uint32_t limit, size_t longest,
                      struct spans *spans)
{
    bool good = true;
    spans_begin(spans);
    for (size_t i = 0; i < places->n && good; i++) {
        size_t end = places->v[i].end + behind;
        size_t errors = limit - places->v[i].distance;
        size_t begin = end > errors + 1 ? end - errors - 1 : 0;
        good = spans_add(spans, share_at(begin, end + errors, longest));
    }
    return good;
}

enum engine_status candidates_verify(const struct spans *spans, struct myers *e, struct share own,
                                     uint32_t *limit, struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    for (size_t i = 0; i < spans->n && status == ENGINE_OK; i++) {
        struct share span = spans_within(spans, i, own);
        if (span.begin < span.end)
            status = myers_scan(e, span, limit, hits);
    }
    return status;
}

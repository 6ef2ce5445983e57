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

/* Returns the range where the whole pattern can end: `behind` symbols after the candidate, plus or
 * minus the errors left. */
static struct share window(const struct hit *place, size_t behind, struct share own,
                           uint32_t overlap, uint32_t limit)
{
    size_t last = place->end + behind, begin = last - 1;
    size_t errors = limit > place->distance ? limit - place->distance : 0;
    begin = begin > own.begin + errors ? begin - errors : own.begin;
    last = last + errors > own.end ? own.end : last + errors;
    begin = begin < own.end ? begin : own.end;
    struct share share = share_at(begin, last > begin ? last : begin, overlap);
    if (share.lead < own.lead)
        share.lead = own.lead;
    return share;
}

/* Extends a window by an overlapping one. */
static void join_window(struct share *share, struct share next)
{
    if (next.begin < share->begin) {
        share->lead = next.lead;
        share->begin = next.begin;
    }
    if (next.end > share->end)
        share->end = next.end;
}

enum engine_status candidates_verify(const struct candidates *x, struct myers *e, size_t behind,
                                     struct share own, uint32_t overlap, uint32_t *limit,
                                     struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    const struct hits *places = &x->places;
    for (size_t i = 0; i < places->n && status == ENGINE_OK;) {
        struct share share = window(&places->v[i++], behind, own, overlap, *limit);
        for (; i < places->n; i++) {
            struct share next = window(&places->v[i], behind, own, overlap, *limit);
            if (next.lead > share.end)
                break;
            join_window(&share, next);
        }
        if (share.begin < share.end)
            status = myers_scan(e, share, limit, hits);
    }
    return status;
}

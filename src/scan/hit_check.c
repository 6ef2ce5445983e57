/* hit_check.c - see hit_check.h. */
#include "scan/hit_check.h"

static bool ascends(const struct hit *a, const struct hit *b)
{
    return a->end < b->end || (a->end == b->end && a->pattern < b->pattern);
}

static const char *wrong(const struct hit *h, const struct query *q, struct share own,
                         uint32_t limit)
{
    if (h->pattern >= q->npatterns)
        return "a pattern that there is not";
    if (h->end <= own.begin || h->end > own.end) /* it is owned with symbol end - 1 */
        return "an end that is not owned";
    if (h->distance > q->patterns[h->pattern].k)
        return "a distance above the pattern's k";
    if (q->best && h->distance > limit)
        return "a distance above the least one known";
    return NULL;
}

const char *hits_wrong(const struct hits *h, const struct query *q, struct share own,
                       uint32_t limit, size_t *at)
{
    for (*at = 0; *at < h->n; ++*at) {
        const char *reason = wrong(&h->v[*at], q, own, limit);
        if (reason != NULL)
            return reason;
        if (*at > 0 && !ascends(&h->v[*at - 1], &h->v[*at]))
            return "an end that does not follow the one before";
    }
    return NULL;
}

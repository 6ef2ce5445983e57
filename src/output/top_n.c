/* top_n.c - see top_n.h. Results are counted by their distances. */
#include "output/top_n.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

struct top {
    uint64_t *counts; /* of each distance below n */
    size_t n;
    uint64_t within; /* results up to distance n - 1 */
};

void top_n_open(struct top_n *t, const struct query *q, uint64_t wanted)
{
    *t = (struct top_n){.q = q, .wanted = wanted};
    t->top = xcalloc(top_n_groups(q), sizeof *t->top);
}

void top_n_reset(struct top_n *t)
{
    for (size_t i = 0; i < top_n_groups(t->q); i++) {
        free(t->top[i].counts);
        t->top[i] = (struct top){.counts = NULL};
    }
    t->complete = 0;
}

void top_n_close(struct top_n *t)
{
    if (t->top == NULL)
        return;
    top_n_reset(t);
    free(t->top);
    t->top = NULL;
}

/* Makes room for a distance; false: it is too far. */
static bool admit(const struct top_n *t, struct top *x, uint32_t distance)
{
    size_t had = x->n;
    if (distance < had)
        return true;
    if (x->within >= t->wanted)
        return false;
    x->n = (size_t)distance + 1;
    x->counts = xreallocarray(x->counts, x->n, sizeof *x->counts);
    memset(x->counts + had, 0, (x->n - had) * sizeof *x->counts);
    return true;
}

void top_n_add(struct top_n *t, uint32_t pattern, uint32_t distance, struct distance_bounds *bests)
{
    struct top *x = &t->top[top_n_group(t->q, pattern)];
    if (!admit(t, x, distance))
        return;
    x->counts[distance]++;
    x->within++;
    t->complete += distance == 0 && x->counts[0] == t->wanted;
    while (x->n > 1 && x->within - x->counts[x->n - 1] >= t->wanted)
        x->within -= x->counts[--x->n];
    if (x->within >= t->wanted)
        distance_bounds_lower_for(bests, t->q, pattern, (uint32_t)(x->n - 1));
}

/* Returns how many groups the ends within a distance form at least. `next`: for each pattern where
 * another group of it can begin; scratch. */
static uint64_t groups_within(const struct query *q, const struct hits *hits, uint32_t distance,
                              uint64_t *next)
{
    uint64_t groups = 0;
    memset(next, 0, q->npatterns * sizeof *next);
    for (size_t i = 0; i < hits->n; i++) {
        const struct hit *h = &hits->v[i];
        if (h->distance > distance)
            continue;
        groups += h->end >= next[h->pattern];
        next[h->pattern] = h->end + pattern_longest(&q->patterns[h->pattern], q->metric, distance);
    }
    return groups;
}

/* Returns a distance below `bound` within which there are N groups, UINT32_MAX if none is found:
 * tries those that N ends are within, then an eighth more ... `counts`: of the ends of each
 * distance. */
static uint32_t sufficient(const struct query *q, uint64_t wanted, const struct hits *hits,
                           const size_t *counts, uint32_t bound)
{
    uint32_t distance = 0, found = UINT32_MAX;
    size_t within = counts[0];
    uint64_t *next = xcalloc(q->npatterns, sizeof *next);
    for (uint64_t n = wanted; n <= hits->n; n += 1 + n / 8) {
        while (within < n)
            within += counts[++distance];
        if (distance >= bound)
            break;
        if (groups_within(q, hits, distance, next) >= wanted) {
            found = distance;
            break;
        }
    }
    free(next);
    return found;
}

void top_n_bound(const struct query *q, uint64_t wanted, const struct hits *hits,
                 struct distance_bounds *bests)
{
    uint32_t least = UINT32_MAX, most = 0, bound = distance_bounds_one(bests, 0);
    for (size_t i = 0; i < hits->n; i++) {
        least = hits->v[i].distance < least ? hits->v[i].distance : least;
        most = hits->v[i].distance > most ? hits->v[i].distance : most;
    }
    if (least >= bound || (q->each && q->npatterns > 1))
        return;
    size_t *counts = xcalloc((size_t)most + 1, sizeof *counts);
    for (size_t i = 0; i < hits->n; i++)
        counts[hits->v[i].distance]++;
    distance_bounds_lower_for(bests, q, 0, sufficient(q, wanted, hits, counts, bound));
    free(counts);
}

uint64_t top_n_room(const struct top_n *t, uint32_t pattern, uint32_t distance)
{
    const struct top *x = &t->top[top_n_group(t->q, pattern)];
    if (distance >= x->n)
        return 0;
    if (distance + 1 < x->n || x->within <= t->wanted)
        return x->counts[distance];
    return t->wanted - (x->within - x->counts[distance]);
}

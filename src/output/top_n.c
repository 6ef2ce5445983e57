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

/* Ends that are taken one after the other, and how many groups they are in: from an end to the next
 * of another group it is `reach` symbols or more. */
struct ends {
    uint64_t *taken; /* a bit for each */
    uint32_t n, reach;
    uint64_t groups;
};

/* Of ends [from, to) the first that was taken, or the last; `to`: none. */
static uint32_t find_taken(const struct ends *x, uint32_t from, uint32_t to, bool last)
{
    uint32_t found = to;
    for (uint32_t i = from / 64; from < to && i <= (to - 1) / 64; i++) {
        uint64_t word = x->taken[i];
        if (i == from / 64)
            word &= UINT64_MAX << from % 64;
        if (i == to / 64)
            word &= (UINT64_C(1) << to % 64) - 1;
        if (word == 0)
            continue;
        if (!last)
            return 64 * i + (uint32_t)__builtin_ctzll(word);
        found = 64 * i + 63 - (uint32_t)__builtin_clzll(word);
    }
    return found;
}

static void take_end(struct ends *x, uint32_t end)
{
    uint32_t from = end < x->reach ? 0 : end - x->reach + 1;
    uint32_t to = x->n - end < x->reach ? x->n : end + x->reach;
    uint32_t before = find_taken(x, from, end, true);
    uint32_t behind = find_taken(x, end + 1, to, false);
    uint64_t bit = UINT64_C(1) << end % 64;
    if ((x->taken[end / 64] & bit) != 0)
        return;
    x->taken[end / 64] |= bit;
    bool joins_before = before < end, joins_behind = behind < to;
    bool together = joins_before && joins_behind && behind - before < x->reach;
    x->groups += UINT64_C(1) + together;
    x->groups -= (uint64_t)joins_before + joins_behind;
}

/* The numbers of the hits in the order of their distances. */
static uint32_t *by_distance(const struct hits *hits, uint32_t most)
{
    uint32_t *order = xreallocarray(NULL, hits->n, sizeof *order);
    uint32_t *begin = xcalloc((size_t)most + 2, sizeof *begin);
    for (size_t i = 0; i < hits->n; i++)
        begin[hits->v[i].distance + 1]++;
    for (uint32_t d = 0; d < most; d++)
        begin[d + 1] += begin[d];
    for (size_t i = 0; i < hits->n; i++)
        order[begin[hits->v[i].distance]++] = (uint32_t)i;
    free(begin);
    return order;
}

/* The least distance within which there are N groups; UINT32_MAX: none. */
static uint32_t sufficient(struct ends *x, uint64_t wanted, const struct hits *hits,
                           const uint32_t *order)
{
    for (size_t i = 0; i < hits->n; i++) {
        const struct hit *h = &hits->v[order[i]];
        take_end(x, h->end);
        bool last = i + 1 == hits->n || hits->v[order[i + 1]].distance > h->distance;
        if (last && x->groups >= wanted)
            return h->distance;
    }
    return UINT32_MAX;
}

void top_n_bound(const struct query *q, uint64_t wanted, const struct hits *hits,
                 struct distance_bounds *bests)
{
    uint32_t least = UINT32_MAX, most = 0;
    uint64_t reach = 1;
    for (size_t i = 0; i < hits->n; i++) {
        least = hits->v[i].distance < least ? hits->v[i].distance : least;
        most = hits->v[i].distance > most ? hits->v[i].distance : most;
    }
    if (least >= distance_bounds_one(bests, 0) || (q->each && q->npatterns > 1))
        return;
    for (size_t p = 0; p < q->npatterns; p++) {
        uint64_t longest = pattern_longest(&q->patterns[p], q->metric, most);
        reach = longest > reach ? longest : reach;
    }
    struct ends x = {.n = hits->v[hits->n - 1].end + 1};
    x.reach = reach < UINT32_MAX ? (uint32_t)reach : UINT32_MAX;
    x.taken = xcalloc((size_t)x.n / 64 + 1, sizeof *x.taken);
    uint32_t *order = by_distance(hits, most);
    distance_bounds_lower_for(bests, q, 0, sufficient(&x, wanted, hits, order));
    free(order);
    free(x.taken);
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

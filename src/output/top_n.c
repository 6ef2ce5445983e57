/* top_n.c - see top_n.h. Results are counted by their distances. */
#include "output/top_n.h"

#include <stdlib.h>
#include <string.h>

#include "base/binary_search.h"
#include "base/diag.h"
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

enum { STRANDS = 2 /* the most patterns of a group, with query->each */ };

/* The hits of a chunk, taken level by level: by distances. */
struct levels {
    const struct query *q;
    const struct hits *hits;
    uint32_t *order;      /* hits by distance, of one distance by end */
    uint64_t *nearer;     /* a bit for each hit that a level before had */
    uint32_t first;       /* number of the first pattern */
    struct chain {        /* of each pattern: ends of this level that are not far enough apart */
        bool open, alone; /* alone: no nearer end is near */
        uint32_t end;     /* the last one */
    } * chains;
};

/* Returns whether an end of the same pattern is nearer, and not far enough apart from hit i. */
static bool has_nearer(const struct levels *l, size_t i, uint64_t apart)
{
    const struct hit *v = l->hits->v;
    uint64_t end = v[i].end;
    BINARY_SEARCH(first, i, before, v[before].end + apart <= end);
    for (size_t w = first / 64; w * 64 < l->hits->n && v[w * 64].end < end + apart; w++)
        for (uint64_t bits = l->nearer[w]; bits != 0; bits &= bits - 1) {
            const struct hit *near = &v[w * 64 + (size_t)__builtin_ctzll(bits)];
            if (near->pattern == v[i].pattern && near->end + apart > end && near->end < end + apart)
                return true;
        }
    return false;
}

/* Returns how many groups begin with the n ends of this distance. */
static uint64_t groups_of_level(struct levels *l, const uint32_t *order, size_t n,
                                uint32_t distance)
{
    uint64_t groups = 0;
    for (size_t k = 0; k < n; k++) {
        const struct hit *h = &l->hits->v[order[k]];
        struct chain *c = &l->chains[h->pattern - l->first];
        uint64_t apart = pattern_longest(&l->q->patterns[h->pattern], l->q->metric, distance);
        if (c->open && h->end - c->end >= apart) {
            groups += c->alone;
            c->open = false;
        }
        c->alone = (!c->open || c->alone) && !has_nearer(l, order[k], apart);
        c->open = true;
        c->end = h->end;
    }
    for (size_t k = 0; k < n; k++) {
        struct chain *c = &l->chains[l->hits->v[order[k]].pattern - l->first];
        groups += c->open && c->alone;
        c->open = false;
        l->nearer[order[k] / 64] |= UINT64_C(1) << order[k] % 64;
    }
    return groups;
}

/* Returns the least distance below `bound` up to which N groups begin, UINT32_MAX if there is none.
 * `ends`: how many hits have each distance or a lesser one. */
static uint32_t sufficient(struct levels *l, uint64_t wanted, const size_t *ends, uint32_t bound,
                           uint32_t most)
{
    uint64_t groups = 0;
    for (uint32_t d = 0; d < bound && d <= most; d++) {
        size_t first = d > 0 ? ends[d - 1] : 0;
        groups += groups_of_level(l, l->order + first, ends[d] - first, d);
        if (groups >= wanted)
            return d;
    }
    return UINT32_MAX;
}

/* As top_n_bound(), for hits whose results compete with each other. */
static void bound_group(const struct query *q, uint64_t wanted, const struct hits *hits,
                        struct distance_bounds *bests)
{
    uint32_t pattern = q->each ? q->patterns[hits->v[0].pattern].index : 0;
    uint32_t least = UINT32_MAX, most = 0, bound = distance_bounds_one(bests, pattern);
    for (size_t i = 0; i < hits->n; i++) {
        least = hits->v[i].distance < least ? hits->v[i].distance : least;
        most = hits->v[i].distance > most ? hits->v[i].distance : most;
    }
    if (least >= bound)
        return;
    struct levels l = {q,
                       hits,
                       xcalloc(hits->n, sizeof *l.order),
                       xcalloc(hits->n / 64 + 1, sizeof *l.nearer),
                       pattern,
                       xcalloc(q->each ? STRANDS : q->npatterns, sizeof *l.chains)};
    size_t *ends = xcalloc((size_t)most + 2, sizeof *ends);
    for (size_t i = 0; i < hits->n; i++)
        ends[hits->v[i].distance + 1]++;
    for (size_t d = 0; d <= most; d++)
        ends[d + 1] += ends[d];
    for (size_t i = 0; i < hits->n; i++)
        l.order[ends[hits->v[i].distance]++] = (uint32_t)i;
    distance_bounds_lower_for(bests, q, pattern, sufficient(&l, wanted, ends, bound, most));
    free(ends);
    free(l.order);
    free(l.nearer);
    free(l.chains);
}

/* Returns whether a hit is nearer than the bound of its pattern. */
static bool is_any_nearer(const struct query *q, const struct hits *hits,
                          const struct distance_bounds *bests)
{
    for (size_t i = 0; i < hits->n; i++)
        if (hits->v[i].distance < distance_bounds_one(bests, q->patterns[hits->v[i].pattern].index))
            return true;
    return false;
}

void top_n_bound(const struct query *q, uint64_t wanted, const struct hits *hits,
                 struct distance_bounds *bests)
{
    if (!is_any_nearer(q, hits, bests))
        return;
    if (!q->each || q->npatterns == 1) {
        bound_group(q, wanted, hits, bests);
        return;
    }
    struct hits by_pattern = {.most = hits->n}, group = {.most = hits->n};
    bool good = hits_append(&by_pattern, hits) && hits_sort_by_pattern(&by_pattern);
    for (size_t i = 0; i < hits->n && good;) {
        size_t number = top_n_group(q, by_pattern.v[i].pattern);
        hits_clear(&group);
        for (; i < hits->n && top_n_group(q, by_pattern.v[i].pattern) == number; i++)
            good = good && hits_add(&group, by_pattern.v[i].end, by_pattern.v[i].distance,
                                    by_pattern.v[i].pattern);
        good = good && hits_sort(&group); /* of both strands */
        if (good)
            bound_group(q, wanted, &group, bests);
    }
    if (!good)
        die_out_of_memory();
    hits_free(&by_pattern);
    hits_free(&group);
}

bool top_n_excludes(const struct top_n *t, uint32_t pattern, uint32_t distance)
{
    const struct top *x = &t->top[top_n_group(t->q, pattern)];
    return x->within >= t->wanted && distance + 1 >= x->n;
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

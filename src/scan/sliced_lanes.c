#include "scan/sliced_lanes.h"

#include <stdlib.h>

#include "scan/sliced_subpattern.h"

enum {
    ITEM_BITS = 2,         /* as in DNA: a guess before the first chunk */
    LANE_WORTH = 16,       /* least lead-ins that a lane should own, ... */
    CHUNK_LEAST = 1 << 20, /* ... but chunks should fit the cache of a core, ... */
    CHUNK_MOST = 16 << 20, /* ... and memory is bounded */
};

enum { VECTOR = 64, LINE = 64 /* bytes: of the widest vector, of a cache line */ };

void *sliced_vectors(size_t bytes)
{
    return aligned_alloc(VECTOR, (bytes + VECTOR - 1) / VECTOR * VECTOR + VECTOR);
}

size_t sliced_lanes_chunk_size(size_t lanes, const struct query *q)
{
    uint64_t overlap = 0;
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct pattern *p = &q->patterns[i];
        if (p->automaton != NULL)
            continue;
        uint64_t reach =
            (uint64_t)sliced_subpattern_rows(p->m, p->k, ITEM_BITS * SAMPLE_BIT) + p->k;
        overlap = reach > overlap ? reach : overlap;
    }
    uint64_t size = lanes * LANE_WORTH * overlap;
    return size < CHUNK_LEAST ? CHUNK_LEAST : size < CHUNK_MOST ? (size_t)size : CHUNK_MOST;
}

/*
 * All lanes own the symbols that they read, except the overlap, which only the first lane owns, and
 * one further symbol, which shows whether a record ends. Large strides are odd multiples of a cache
 * line, or the lanes' lines would compete for few sets of the cache.
 */
void sliced_lanes_cut(struct sliced_lanes *l, struct share own, size_t overlap)
{
    size_t n = own.end - own.lead, spare = n > overlap ? n - overlap : 1;
    size_t share = (spare + l->n - 1) / l->n;
    l->own = own;
    l->overlap = overlap;
    l->stride = share < LINE ? share : LINE * ((share + LINE - 1) / LINE | 1);
    size_t columns = l->stride + overlap;
    l->columns = (columns < n ? columns : n) / l->ahead * l->ahead + l->ahead;
    l->used = n > 0 ? (n - 1) / l->stride + 1 : 0;
    if (l->used > l->n)
        l->used = l->n;
}

bool sliced_lanes_order(struct hits *list, struct hits *sorted, uint32_t pattern, uint32_t limit)
{
    size_t places[SLICED_LANES + 1] = {0};
    if (!hits_resize(sorted, list->n))
        return false;
    for (size_t i = 0; i < list->n; i++)
        places[list->v[i].pattern + 1] += list->v[i].distance <= limit;
    for (size_t l = 1; l <= SLICED_LANES; l++)
        places[l] += places[l - 1];
    sorted->n = places[SLICED_LANES];
    for (size_t i = 0; i < list->n; i++) {
        struct hit h = list->v[i];
        if (h.distance > limit)
            continue;
        size_t place = places[h.pattern]++;
        h.pattern = pattern;
        sorted->v[place] = h;
    }
    hits_swap(list, sorted);
    return true;
}

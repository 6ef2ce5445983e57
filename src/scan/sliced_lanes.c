#include "scan/sliced_lanes.h"

#include <stdlib.h>

enum { VECTOR = 64, LINE = 64 /* bytes: of the widest vector, of a cache line */ };

void *sliced_vectors(size_t bytes)
{
    return aligned_alloc(VECTOR, (bytes + VECTOR - 1) / VECTOR * VECTOR + VECTOR);
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

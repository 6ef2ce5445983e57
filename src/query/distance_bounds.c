#include "query/distance_bounds.h"

#include <stdlib.h>

bool distance_bounds_open(struct distance_bounds *b, const struct query *q, bool each)
{
    *b = (struct distance_bounds){.n = 0};
    if (each && (b->each = calloc(q->npatterns, sizeof *b->each)) == NULL)
        return false;
    b->n = each ? q->npatterns : 0;
    distance_bounds_reset(b);
    return true;
}

void distance_bounds_close(struct distance_bounds *b)
{
    free(b->each);
    b->each = NULL;
    b->n = 0;
}

void distance_bounds_reset(struct distance_bounds *b)
{
    atomic_store(&b->all, UINT32_MAX);
    for (size_t i = 0; i < b->n; i++)
        atomic_store_explicit(&b->each[i], UINT32_MAX, memory_order_relaxed);
}

void distance_bounds_copy(struct distance_bounds *to, const struct distance_bounds *from)
{
    atomic_store(&to->all, distance_bounds_all(from));
    for (size_t i = 0; i < to->n; i++)
        atomic_store_explicit(
            &to->each[i],
            i < from->n ? atomic_load_explicit(&from->each[i], memory_order_relaxed) : UINT32_MAX,
            memory_order_relaxed);
}

static void lower_bound(struct distance_bounds *b, atomic_uint *bound, uint32_t distance)
{
    uint32_t now = atomic_load_explicit(bound, memory_order_relaxed);
    while (distance < now)
        if (atomic_compare_exchange_weak(bound, &now, distance)) {
            atomic_fetch_add(&b->changes, 1);
            return;
        }
}

void distance_bounds_lower(struct distance_bounds *b, uint32_t distance)
{
    lower_bound(b, &b->all, distance);
}

void distance_bounds_lower_one(struct distance_bounds *b, uint32_t index, uint32_t distance)
{
    lower_bound(b, &b->each[index], distance);
}

void distance_bounds_lower_for(struct distance_bounds *b, const struct query *q, uint32_t pattern,
                               uint32_t distance)
{
    lower_bound(b, q->each ? &b->each[q->patterns[pattern].index] : &b->all, distance);
}

void distance_bounds_adopt(struct distance_bounds *b, const struct distance_bounds *from)
{
    distance_bounds_lower(b, distance_bounds_all(from));
    for (size_t i = 0; i < from->n; i++)
        lower_bound(b, &b->each[i], atomic_load_explicit(&from->each[i], memory_order_relaxed));
}

uint32_t distance_bounds_greatest(const struct distance_bounds *b, const struct pattern *patterns,
                                  size_t n)
{
    uint32_t greatest = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t limit = distance_bounds_limit(b, &patterns[i]);
        greatest = limit > greatest ? limit : greatest;
    }
    return greatest;
}

uint64_t distance_bounds_sum(const struct distance_bounds *b, const struct query *q)
{
    uint64_t sum = 0;
    for (size_t p = 0; p < q->npatterns; p++)
        sum += distance_bounds_limit(b, &q->patterns[p]);
    return sum;
}

bool distance_bounds_known(const struct distance_bounds *b)
{
    bool known = distance_bounds_all(b) != UINT32_MAX;
    for (size_t i = 0; i < b->n && !known; i++)
        known = atomic_load_explicit(&b->each[i], memory_order_relaxed) != UINT32_MAX;
    return known;
}

/* bests.c - see bests.h. */
#include "query/bests.h"

#include <stdlib.h>

bool bests_open(struct bests *b, const struct query *q)
{
    *b = (struct bests){.n = 0};
    if (q->each && (b->each = calloc(q->npatterns, sizeof *b->each)) == NULL)
        return false;
    b->n = q->each ? q->npatterns : 0;
    bests_reset(b);
    return true;
}

void bests_close(struct bests *b)
{
    free(b->each);
    b->each = NULL;
    b->n = 0;
}

void bests_reset(struct bests *b)
{
    atomic_store(&b->all, UINT32_MAX);
    for (size_t i = 0; i < b->n; i++)
        atomic_store_explicit(&b->each[i], UINT32_MAX, memory_order_relaxed);
}

void bests_copy(struct bests *to, const struct bests *from)
{
    atomic_store(&to->all, bests_all(from));
    for (size_t i = 0; i < to->n; i++)
        atomic_store_explicit(&to->each[i],
                              atomic_load_explicit(&from->each[i], memory_order_relaxed),
                              memory_order_relaxed);
}

static void lower(struct bests *b, atomic_uint *bound, uint32_t distance)
{
    uint32_t now = atomic_load_explicit(bound, memory_order_relaxed);
    while (distance < now)
        if (atomic_compare_exchange_weak(bound, &now, distance)) {
            atomic_fetch_add(&b->changes, 1);
            return;
        }
}

void bests_lower(struct bests *b, uint32_t distance)
{
    lower(b, &b->all, distance);
}

void bests_lower_one(struct bests *b, uint32_t index, uint32_t distance)
{
    lower(b, &b->each[index], distance);
}

void bests_adopt(struct bests *b, const struct bests *from)
{
    bests_lower(b, bests_all(from));
    for (size_t i = 0; i < b->n; i++)
        lower(b, &b->each[i], atomic_load_explicit(&from->each[i], memory_order_relaxed));
}

uint32_t bests_greatest(const struct bests *b, const struct pattern *patterns, size_t n)
{
    uint32_t greatest = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t limit = bests_limit(b, &patterns[i]);
        greatest = limit > greatest ? limit : greatest;
    }
    return greatest;
}

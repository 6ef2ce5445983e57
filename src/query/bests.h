/*
 * bests.h - what bounds distances in best mode besides each pattern's k: the least distance so far,
 * of all patterns together, or of each pattern by itself (--best=each). With --top it is the
 * distance of the last result that would be printed now.
 *
 * Bounds only fall, unless they are reset. Any thread may lower them and look at them.
 */
#ifndef BESTS_H
#define BESTS_H

#include <stdatomic.h>

#include "query/query.h"

struct bests {
    atomic_uint all;     /* of all patterns together; UINT32_MAX: nothing was found */
    atomic_uint *each;   /* of each pattern, by its index; NULL: only together */
    size_t n;            /* of these */
    atomic_uint changes; /* so many times a bound fell: something to tell others */
};

/* Nothing was found of any pattern; there is nothing to close. */
#define BESTS_TOGETHER ((struct bests){.all = UINT32_MAX})

/* Nothing was found. Every pattern has a bound of its own where query->each. False: memory is out;
 * bests_close() is right even then. */
bool bests_open(struct bests *b, const struct query *q);
void bests_close(struct bests *b);
void bests_reset(struct bests *b);

/* Sets each bound to that of `from`, which has as many. One thread uses `to`. */
void bests_copy(struct bests *to, const struct bests *from);

/* Lowers the bound of all patterns together, or that of one, unless it is as low. */
void bests_lower(struct bests *b, uint32_t distance);
void bests_lower_one(struct bests *b, uint32_t index, uint32_t distance);

/* Lowers each bound to that of `from`, which has as many. */
void bests_adopt(struct bests *b, const struct bests *from);

static inline uint32_t bests_all(const struct bests *b)
{
    return atomic_load_explicit(&b->all, memory_order_relaxed);
}

/* The bound of pattern `index` of the query. */
static inline uint32_t bests_one(const struct bests *b, uint32_t index)
{
    uint32_t all = bests_all(b);
    if (b->each == NULL)
        return all;
    uint32_t one = atomic_load_explicit(&b->each[index], memory_order_relaxed);
    return one < all ? one : all;
}

/* What bounds the distances of a pattern now: its k, and what is best so far. */
static inline uint32_t bests_limit(const struct bests *b, const struct pattern *p)
{
    uint32_t best = bests_one(b, p->index);
    return best < p->k ? best : p->k;
}

/* The greatest of these, of n patterns. */
uint32_t bests_greatest(const struct bests *b, const struct pattern *patterns, size_t n);

#endif

/*
 * distance_bounds.h - upper bounds of distances in best mode, besides each pattern's k: the least
 * distance so far, of all patterns or of each pattern (--best=each). With --top, the distance of
 * the last result that would be printed now.
 *
 * Bounds only fall, unless they are reset. Any thread may lower and read them.
 */
#pragma once

#include <stdatomic.h>

#include "query/query.h"

struct distance_bounds {
    atomic_uint all;     /* of all patterns together; UINT32_MAX: none yet */
    atomic_uint *each;   /* of each pattern, by its index; NULL: only together */
    size_t n;            /* number of these */
    atomic_uint changes; /* how often a bound fell: each time, other ranks must be sent the
                            bounds */
};

/* Initial bounds of all patterns together; need not be closed. */
#define DISTANCE_BOUNDS_TOGETHER ((struct distance_bounds){.all = UINT32_MAX})

/* Opens bounds without a result so far, with `each` for every pattern. Returns false when out of
 * memory; distance_bounds_close() may be called even then. */
bool distance_bounds_open(struct distance_bounds *b, const struct query *q, bool each);
void distance_bounds_close(struct distance_bounds *b);
void distance_bounds_reset(struct distance_bounds *b);

/* Copies the bounds of `from`, which has as many, or none of each pattern. One thread uses `to`. */
void distance_bounds_copy(struct distance_bounds *to, const struct distance_bounds *from);

/* Lowers the common bound, or that of one pattern, unless it is lower already. */
void distance_bounds_lower(struct distance_bounds *b, uint32_t distance);
void distance_bounds_lower_one(struct distance_bounds *b, uint32_t index, uint32_t distance);

/* Lowers the bound of pattern `pattern` of the query: with query->each its own, else the common
 * one. */
void distance_bounds_lower_for(struct distance_bounds *b, const struct query *q, uint32_t pattern,
                               uint32_t distance);

/* Lowers each bound to that of `from`, which has as many, or none of each pattern. */
void distance_bounds_adopt(struct distance_bounds *b, const struct distance_bounds *from);

/*
 * Bounds within a record that is not at its end: what is farther is not among its results. They
 * hold for a piece of text that lies in the record and begins where the last one ended.
 */
struct record_bounds {
    bool open;       /* there is such a record */
    uint64_t input;  /* its input, */
    uint64_t offset; /* and the byte up to which the bounds know it */
    struct distance_bounds bounds;
};

static inline uint32_t distance_bounds_all(const struct distance_bounds *b)
{
    return atomic_load_explicit(&b->all, memory_order_relaxed);
}

/* Returns whether there is a result of any pattern. */
bool distance_bounds_known(const struct distance_bounds *b);

/* Returns the bound of pattern `index` of the query. */
static inline uint32_t distance_bounds_one(const struct distance_bounds *b, uint32_t index)
{
    uint32_t all = distance_bounds_all(b);
    if (b->each == NULL)
        return all;
    uint32_t one = atomic_load_explicit(&b->each[index], memory_order_relaxed);
    return one < all ? one : all;
}

/* Returns the current limit of a pattern: the lesser of its k and its bound. */
static inline uint32_t distance_bounds_limit(const struct distance_bounds *b,
                                             const struct pattern *p)
{
    uint32_t best = distance_bounds_one(b, p->index);
    return best < p->k ? best : p->k;
}

/* Returns the greatest limit of n patterns. */
uint32_t distance_bounds_greatest(const struct distance_bounds *b, const struct pattern *patterns,
                                  size_t n);

/* Returns the sum of the limits of all patterns. */
uint64_t distance_bounds_sum(const struct distance_bounds *b, const struct query *q);

/* hit.h - an engine's report: the end, the distance and the pattern. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hit {
    uint32_t end;      /* symbols of the chunk before the end (exclusive index) */
    uint32_t distance; /* D[end], restarted */
    uint32_t pattern;  /* index into query->patterns */
};

struct hits {
    struct hit *v;
    size_t n, capacity;
    size_t most; /* capacity of the list */
    bool full;   /* there were more than `most` */
};

enum { HITS_MOST = 1 << 20 }; /* what `most` usually is */

/* Allocates room for `more` further hits. Returns false if the list is full, or when out of
 * memory. */
bool hits_reserve(struct hits *h, size_t more);

/* Adds a hit. Returns false as hits_reserve(). */
static inline bool hits_add(struct hits *h, uint32_t end, uint32_t distance, uint32_t pattern)
{
    if ((h->n >= h->capacity || h->n >= h->most) && !hits_reserve(h, 1))
        return false;
    h->v[h->n++] = (struct hit){end, distance, pattern};
    return true;
}

/* Sets the length of the list to n; new hits are uninitialized. Returns false when out of
 * memory. */
bool hits_resize(struct hits *h, size_t n);

/* Appends all hits of `more`. Returns false as hits_reserve(). */
bool hits_append(struct hits *h, const struct hits *more);

/* Swaps the hits of two lists, which keep `most` and `full`. */
void hits_swap(struct hits *a, struct hits *b);

/* Sorts the hits by (end, pattern). Returns false when out of memory. */
bool hits_sort(struct hits *h);

/* As hits_sort(), and keeps only the nearest hit of a pattern at each end. */
bool hits_settle(struct hits *h);

/* Sorts the hits by (pattern, end). Returns false when out of memory. */
bool hits_sort_by_pattern(struct hits *h);

/* Returns the least distance; UINT32_MAX: there are no hits. */
uint32_t hits_nearest(const struct hits *h);

void hits_clear(struct hits *h);

/* As hits_clear(), and sets `most`. */
void hits_begin(struct hits *h, size_t most);

void hits_free(struct hits *h);

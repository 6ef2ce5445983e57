/* hit.c - lists of hits. */
#include "scan/hit.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/least.h"

/* Makes room for `n` hits. */
static bool reserve_hits(struct hits *h, size_t n)
{
    enum { LEAST = 256 };
    return grow(&h->v, &h->capacity, n > LEAST ? n : LEAST, sizeof *h->v);
}

bool hits_reserve(struct hits *h, size_t more)
{
    if (more > h->most - h->n) {
        h->full = true;
        return false;
    }
    return reserve_hits(h, h->n + more);
}

bool hits_resize(struct hits *h, size_t n)
{
    if (!reserve_hits(h, n))
        return false;
    h->n = n;
    return true;
}

bool hits_append(struct hits *h, const struct hits *more)
{
    if (!hits_reserve(h, more->n))
        return false;
    if (more->n > 0)
        memcpy(h->v + h->n, more->v, more->n * sizeof *h->v);
    h->n += more->n;
    return true;
}

void hits_swap(struct hits *a, struct hits *b)
{
    struct hits swap = {b->v, b->n, b->capacity, a->most, a->full};
    *b = (struct hits){a->v, a->n, a->capacity, b->most, b->full};
    *a = swap;
}

/* Hits are sorted by the end and then the pattern, or by the pattern and then the end. */
enum order { BY_END, BY_PATTERN };

static uint64_t key(const struct hit *h, enum order order)
{
    return order == BY_END ? (uint64_t)h->end << 32 | h->pattern
                           : (uint64_t)h->pattern << 32 | h->end;
}

/* Returns the end of the ascending run that begins at `from`. */
static size_t run_end(const struct hit *v, size_t n, size_t from, enum order order)
{
    size_t to = from + 1;
    while (to < n && key(&v[to - 1], order) <= key(&v[to], order))
        to++;
    return to < n ? to : n;
}

static void merge_runs(struct hit *to, const struct hit *v, size_t a, size_t b, size_t end,
                       enum order order)
{
    size_t middle = b, out = a;
    while (a < middle && b < end)
        to[out++] = key(&v[b], order) < key(&v[a], order) ? v[b++] : v[a++];
    memcpy(to + out, v + a, (middle - a) * sizeof *v);
    memcpy(to + out + (middle - a), v + b, (end - b) * sizeof *v);
}

/* Merges each two neighbouring runs into `to`. */
static void merge_all(struct hit *to, const struct hit *from, size_t n, enum order order)
{
    for (size_t a = 0; a < n;) {
        size_t b = run_end(from, n, a, order);
        size_t end = b < n ? run_end(from, n, b, order) : b;
        merge_runs(to, from, a, b, end, order);
        a = end;
    }
}

/* A key has three digits for each of its numbers; digit 0 is the least. */
enum { DIGIT_BITS = 11, DIGIT_VALUES = 1 << DIGIT_BITS, DIGITS = 3 };

static size_t digit(uint64_t key, unsigned i)
{
    uint32_t number = (uint32_t)(i < DIGITS ? key : key >> 32);
    return number >> (i % DIGITS * DIGIT_BITS) & (DIGIT_VALUES - 1);
}

/* Distributes the hits by digit i of their keys. */
static void distribute(struct hit *to, const struct hit *from, size_t n, enum order order,
                       unsigned i)
{
    size_t places[DIGIT_VALUES] = {0}, sum = 0;
    for (size_t at = 0; at < n; at++)
        places[digit(key(&from[at], order), i)]++;
    for (size_t d = 0; d < DIGIT_VALUES; d++) {
        size_t count = places[d];
        places[d] = sum;
        sum += count;
    }
    for (size_t at = 0; at < n; at++)
        to[places[digit(key(&from[at], order), i)]++] = from[at];
}

/* Few ascending runs are merged, each pass halves their number; others are distributed by their
 * digits. */
static bool sort_by(struct hits *h, enum order order)
{
    enum { FEW_RUNS = 8, FEW_HITS = 256 };
    size_t descents = 0;
    uint64_t differ = 0; /* bits that are not the same in all keys */
    for (size_t i = 1; i < h->n; i++) {
        descents += key(&h->v[i], order) < key(&h->v[i - 1], order);
        differ |= key(&h->v[i], order) ^ key(&h->v[0], order);
    }
    if (descents == 0)
        return true;
    struct hits to = {.v = reallocarray(NULL, h->capacity, sizeof *to.v)};
    if (to.v == NULL)
        return false;
    to.n = h->n;
    to.capacity = h->capacity;
    if (descents < FEW_RUNS || h->n < FEW_HITS)
        for (; descents > 0; descents /= 2, hits_swap(h, &to))
            merge_all(to.v, h->v, h->n, order);
    else
        for (unsigned i = 0; i < 2 * DIGITS; i++)
            if (digit(differ, i) != 0) {
                distribute(to.v, h->v, h->n, order, i);
                hits_swap(h, &to);
            }
    hits_free(&to);
    return true;
}

bool hits_sort(struct hits *h)
{
    return sort_by(h, BY_END);
}

bool hits_sort_by_pattern(struct hits *h)
{
    return sort_by(h, BY_PATTERN);
}

bool hits_settle(struct hits *h)
{
    size_t n = 0;
    if (!hits_sort(h))
        return false;
    for (size_t i = 0; i < h->n; i++) {
        struct hit hit = h->v[i], *last = n > 0 ? &h->v[n - 1] : NULL;
        if (last == NULL || last->end != hit.end || last->pattern != hit.pattern)
            h->v[n++] = hit;
        else if (hit.distance < last->distance)
            last->distance = hit.distance;
    }
    h->n = n;
    return true;
}

uint32_t hits_nearest(const struct hits *h)
{
    uint32_t nearest = UINT32_MAX;
    for (size_t i = 0; i < h->n; i++)
        nearest = least_u32(nearest, h->v[i].distance);
    return nearest;
}

void hits_clear(struct hits *h)
{
    h->n = 0;
    h->full = false;
}

void hits_begin(struct hits *h, size_t most)
{
    hits_clear(h);
    h->most = most;
}

void hits_free(struct hits *h)
{
    free(h->v);
    *h = (struct hits){0};
}

/* hit.c - lists of hits. */
#include "scan/hit.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

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

static bool before(const struct hit *a, const struct hit *b)
{
    return a->end != b->end ? a->end < b->end : a->pattern < b->pattern;
}

/* Returns the end of the ascending run that begins at `from`. */
static size_t run_end(const struct hit *v, size_t n, size_t from)
{
    size_t to = from + 1;
    while (to < n && !before(&v[to], &v[to - 1]))
        to++;
    return to < n ? to : n;
}

static void merge_runs(struct hit *to, const struct hit *v, size_t a, size_t b, size_t end)
{
    size_t middle = b, out = a;
    while (a < middle && b < end)
        to[out++] = before(&v[b], &v[a]) ? v[b++] : v[a++];
    memcpy(to + out, v + a, (middle - a) * sizeof *v);
    memcpy(to + out + (middle - a), v + b, (end - b) * sizeof *v);
}

/* Natural merge sort: each pass halves the number of runs, and one pattern is one run. */
bool hits_sort(struct hits *h)
{
    if (run_end(h->v, h->n, 0) >= h->n)
        return true;
    struct hit *from = h->v, *to = reallocarray(NULL, h->capacity, sizeof *to);
    if (to == NULL)
        return false;
    while (run_end(from, h->n, 0) < h->n) {
        for (size_t a = 0; a < h->n;) {
            size_t b = run_end(from, h->n, a);
            size_t end = b < h->n ? run_end(from, h->n, b) : b;
            merge_runs(to, from, a, b, end);
            a = end;
        }
        struct hit *swap = from;
        from = to;
        to = swap;
    }
    h->v = from;
    free(to);
    return true;
}

/* Distribution by the digits of one number after the other, the least first. */
enum { DIGIT_BITS = 11, DIGIT_VALUES = 1 << DIGIT_BITS, FEW_HITS = 256 };

static uint32_t digit(const struct hit *h, bool of_end, unsigned shift)
{
    return (of_end ? h->end : h->pattern) >> shift & (DIGIT_VALUES - 1);
}

/* Orders `from` by a digit into `to`; false when all have the same. */
static bool distribute(struct hit *to, const struct hit *from, size_t n, bool of_end,
                       unsigned shift)
{
    size_t places[DIGIT_VALUES] = {0}, sum = 0;
    for (size_t i = 0; i < n; i++)
        places[digit(&from[i], of_end, shift)]++;
    if (places[digit(&from[0], of_end, shift)] == n)
        return false;
    for (size_t d = 0; d < DIGIT_VALUES; d++) {
        size_t count = places[d];
        places[d] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[places[digit(&from[i], of_end, shift)]++] = from[i];
    return true;
}

/* Orders by both numbers, the end or the pattern first. */
static bool sort_by_digits(struct hits *h, bool end_first)
{
    struct hit *to = reallocarray(NULL, h->capacity, sizeof *to);
    if (to == NULL)
        return false;
    for (int last = 0; last <= 1; last++)
        for (unsigned shift = 0; shift < 32; shift += DIGIT_BITS)
            if (distribute(to, h->v, h->n, (last != 0) == end_first, shift)) {
                struct hit *swap = h->v;
                h->v = to;
                to = swap;
            }
    free(to);
    return true;
}

bool hits_sort_all(struct hits *h)
{
    return h->n < FEW_HITS ? hits_sort(h) : sort_by_digits(h, true);
}

bool hits_settle(struct hits *h)
{
    size_t n = 0;
    if (!hits_sort_all(h))
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

static int compare_patterns(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    uint32_t p = x->pattern != y->pattern ? x->pattern : x->end;
    uint32_t q = x->pattern != y->pattern ? y->pattern : y->end;
    return (p > q) - (p < q);
}

bool hits_sort_by_pattern(struct hits *h)
{
    if (h->n >= FEW_HITS)
        return sort_by_digits(h, false);
    if (h->n > 0)
        qsort(h->v, h->n, sizeof *h->v, compare_patterns);
    return true;
}

void hits_clear(struct hits *h)
{
    h->n = 0;
    h->full = false;
}

void hits_free(struct hits *h)
{
    free(h->v);
    *h = (struct hits){0};
}

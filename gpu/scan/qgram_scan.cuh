/*
 * qgram_scan.cuh - many patterns by their pieces: a block has a tile of the text.
 *
 * A thread looks up the grams that end in its part of the tile, in one table after the other. What
 * is there comes into a queue that the block has in shared memory. Whenever that is full, or no
 * thread has any more, all threads look at what is in it, each at another candidate. Places that
 * are left are listed in device memory; cover_verify_places() takes them from there, a thread each.
 */
#ifndef QGRAM_SCAN_CUH
#define QGRAM_SCAN_CUH

#include "gpu/scan/scan.cuh"

#include "gpu/scan/device_qgrams.h"

/* A thread reports a hit. */
__device__ inline void cover_report(const struct cover_scan *s, uint32_t end, uint32_t distance,
                                    uint32_t pattern)
{
    if (s->best && distance < *(volatile uint32_t *)s->limit)
        atomicMin(s->limit, distance);
    uint32_t at = *(volatile uint32_t *)s->nhits > s->most ? s->most : atomicAdd(s->nhits, 1);
    if (at < s->most)
        s->hits[at] = (struct hit){end, distance, pattern};
}

#include "gpu/scan/qgram_look.h"

enum {
    COVER_THREADS = 256,
    COVER_RUN = 16, /* symbols of a thread: no gram is longer */
    COVER_TILE = COVER_THREADS * COVER_RUN,
    COVER_QUEUE = 1024,
    COVER_BLOCKS = 4 /* of a multiprocessor, at least */
};

struct cover_block {
    uint4 text[COVER_THREADS + 1]; /* the tile, and COVER_RUN symbols before it */
    struct cover_place queue[COVER_QUEUE];
    uint32_t queued, spent;
};

/* COVER_RUN symbols from `at` on; there are zeros outside of the text. */
__device__ inline uint4 cover_load(const struct cover_scan &s, int64_t at)
{
    uint4 v = make_uint4(0, 0, 0, 0);
    if (at >= s.lead && at + COVER_RUN <= s.end)
        return *(const uint4 *)(s.folded + at);
    for (unsigned i = 0; i < COVER_RUN; i++)
        if (at + i >= s.lead && at + i < s.end)
            ((uint8_t *)&v)[i] = s.folded[at + i];
    return v;
}

/* What a thread has still to bring into the queue. */
struct cover_finder {
    uint32_t table;     /* the next one; its grams are in none of the below */
    uint32_t ends;      /* bit i: the bitmap has the gram that ends with symbol i of the part */
    uint32_t at, until; /* of a bucket */
    uint32_t tag, end;  /* of the gram of that */
};

/* Looks up all grams of the thread's part. */
template <unsigned BITS>
__device__ inline uint32_t cover_find(const struct cover_table &t, const uint4 *text)
{
    const uint4 before = text[0], here = text[1];
    const uint32_t words[8] = {before.x, before.y, before.z, before.w,
                               here.x,   here.y,   here.z,   here.w};
    uint64_t gram = 0;
    uint32_t ends = 0;
#pragma unroll
    for (unsigned i = BITS == 8 ? 8 : 0; i < COVER_RUN; i++)
        gram = gram << BITS | (words[i / 4] >> 8 * (i % 4) & 255);
#pragma unroll
    for (unsigned i = 0; i < COVER_RUN; i++) {
        gram = gram << BITS | (words[4 + i / 4] >> 8 * (i % 4) & 255);
        ends |= (uint32_t)cover_has(&t, gram_hash(gram & t.mask)) << i;
    }
    return ends;
}

/* The gram that ends with symbol i of the part. */
template <unsigned BITS>
__device__ inline uint64_t cover_gram(const struct cover_table &t, const uint4 *text, uint32_t i)
{
    const uint8_t *end = (const uint8_t *)(text + 1) + i + 1;
    uint64_t gram = 0;
    for (uint32_t j = t.length; j > 0; j--)
        gram = gram << BITS | end[-(int)j];
    return gram;
}

/* Goes on until the thread has nothing more, or the queue is full: then true. */
template <unsigned BITS>
__device__ inline bool cover_fill(const struct device_cover &x, struct cover_block *b,
                                  struct cover_finder *f, uint32_t first)
{
    const uint4 *text = b->text + threadIdx.x;
    for (;;) {
        if (f->at < f->until) {
            const struct gram_place place = x.tables[f->table - 1].places[f->at];
            if (place.tag == f->tag) {
                uint32_t to = atomicAdd(&b->queued, 1);
                if (to >= COVER_QUEUE)
                    return true;
                b->queue[to] = {f->end, place.pattern, place.items};
            }
            f->at++;
        } else if (f->ends != 0) {
            const struct cover_table &t = x.tables[f->table - 1];
            const uint32_t i = __ffs(f->ends) - 1;
            const uint64_t hash = gram_hash(cover_gram<BITS>(t, text, i));
            const uint32_t bucket = (uint32_t)(hash >> t.bucket_shift);
            f->ends &= f->ends - 1;
            f->at = t.buckets[bucket];
            f->until = t.buckets[bucket + 1];
            f->tag = gram_tag(hash);
            f->end = first + i + 1;
        } else if (f->table < x.ntables) {
            f->ends = cover_find<BITS>(x.tables[f->table++], text);
        } else {
            return false;
        }
    }
}

/* All threads look at what is in the queue. */
template <enum metric METRIC, unsigned BITS>
__device__ inline void cover_empty(const struct cover_scan &s, const struct device_cover &x,
                                   const struct cover_block *b, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += COVER_THREADS) {
        if (!cover_look(METRIC, BITS, &s, &x, b->queue[i]))
            continue;
        uint32_t to = *(volatile uint32_t *)&s.counters->places > s.most_places
                          ? s.most_places
                          : atomicAdd(&s.counters->places, 1);
        if (to < s.most_places)
            s.places[to] = b->queue[i];
    }
}

/* One thread: counts n candidates. Those of one pattern are taken for all. */
__device__ inline void cover_count(const struct cover_scan &s, const struct device_cover &x,
                                   struct cover_block *b, uint32_t n)
{
    b->spent = *(volatile uint32_t *)&s.counters->candidates;
    if (n > 0 && b->spent <= s.budget) {
        b->spent = atomicAdd(&s.counters->candidates, n) + n;
        atomicAdd(&x.looked[b->queue[n / 2].covered], n);
    }
    b->queued = 0;
}

template <enum metric METRIC, unsigned BITS>
__global__ void __launch_bounds__(COVER_THREADS, COVER_BLOCKS)
    cover_find_places(struct cover_scan s, const __grid_constant__ struct device_cover x)
{
    __shared__ struct cover_block b;
    const int64_t at = (int64_t)(s.lead / COVER_RUN * COVER_RUN) +
                       (int64_t)blockIdx.x * COVER_TILE + threadIdx.x * COVER_RUN;
    struct cover_finder f = {};
    b.text[threadIdx.x + 1] = cover_load(s, at);
    if (threadIdx.x == 0) {
        b.text[0] = cover_load(s, at - COVER_RUN);
        cover_count(s, x, &b, 0);
    }
    __syncthreads();
    for (bool more = true; more && b.spent <= s.budget;) {
        more = __syncthreads_or(cover_fill<BITS>(x, &b, &f, (uint32_t)at));
        const uint32_t n = min(b.queued, (uint32_t)COVER_QUEUE);
        cover_empty<METRIC, BITS>(s, x, &b, n);
        __syncthreads();
        if (threadIdx.x == 0)
            cover_count(s, x, &b, n);
        __syncthreads();
    }
}

template <enum metric METRIC>
__global__ void __launch_bounds__(COVER_THREADS)
    cover_verify_places(struct cover_scan s, const __grid_constant__ struct device_cover x,
                        struct device_query q)
{
    if (s.counters->candidates > s.budget || s.counters->places > s.most_places)
        return;
    for (uint32_t i = blockIdx.x * COVER_THREADS + threadIdx.x; i < s.counters->places;
         i += gridDim.x * COVER_THREADS)
        cover_verify(METRIC, &s, &x, &q, s.places[i]);
}

#endif

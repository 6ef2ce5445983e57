/*
 * kernels_qgram.cu - the kernels of the q-gram filter, and their launches: each block scans a tile
 * of the text.
 *
 * A thread looks up the q-grams that end in its part of the tile, one table after the other, and
 * appends candidates to the block's queue in shared memory. When the queue is full, or no thread
 * has more candidates, all threads check the queued candidates in parallel. Candidates that pass
 * are appended to a list in device memory; qgram_verify_candidates() verifies each with one thread.
 */
#include "gpu/base/limits.h"
#include "gpu/scan/kernels.h"
#include "gpu/scan/scan.cuh"

#include "gpu/scan/qgram_candidate.h"

enum {
    QGRAM_THREADS = 256,
    QGRAM_RUN = 16, /* symbols of a thread; no q-gram is longer */
    QGRAM_TILE = QGRAM_THREADS * QGRAM_RUN,
    QGRAM_QUEUE = 1024,
    QGRAM_BLOCKS = 4 /* on a multiprocessor, at least */
};

struct qgram_block {
    uint4 text[QGRAM_THREADS + 1]; /* the tile, and QGRAM_RUN symbols before it */
    struct qgram_candidate queue[QGRAM_QUEUE];
    uint32_t queued, spent;
};

/* Loads QGRAM_RUN symbols from `at` on; zeros outside of the text. */
__device__ inline uint4 qgram_load_text(const struct qgram_scan &s, int64_t at)
{
    uint4 v = make_uint4(0, 0, 0, 0);
    if (at >= s.scan.lead && at + QGRAM_RUN <= s.scan.end)
        return *(const uint4 *)(s.folded + at);
    for (unsigned i = 0; i < QGRAM_RUN; i++)
        if (at + i >= s.scan.lead && at + i < s.scan.end)
            ((uint8_t *)&v)[i] = s.folded[at + i];
    return v;
}

/* A thread's position in its lookups. */
struct qgram_finder {
    uint32_t table;     /* next table; not yet looked up */
    uint32_t ends;      /* bit i: the bitmap has the q-gram that ends with symbol i of the part */
    uint32_t at, until; /* entries of a bucket */
    uint32_t tag, end;  /* of the bucket's q-gram */
};

/* Looks up all q-grams of the thread's part in the bitmap. */
template <unsigned BITS>
__device__ inline uint32_t qgram_find_ends(const struct qgram_table &t, const uint4 *text)
{
    const uint4 before = text[0], here = text[1];
    const uint32_t words[8] = {before.x, before.y, before.z, before.w,
                               here.x,   here.y,   here.z,   here.w};
    uint64_t gram = 0;
    uint32_t ends = 0;
#pragma unroll
    for (unsigned i = BITS == 8 ? 8 : 0; i < QGRAM_RUN; i++)
        gram = gram << BITS | (words[i / 4] >> 8 * (i % 4) & 255);
#pragma unroll
    for (unsigned i = 0; i < QGRAM_RUN; i++) {
        gram = gram << BITS | (words[4 + i / 4] >> 8 * (i % 4) & 255);
        ends |= (uint32_t)qgram_in_bitmap(&t, gram_hash(gram & t.mask)) << i;
    }
    return ends;
}

/* Returns the q-gram that ends with symbol i of the part. */
template <unsigned BITS>
__device__ inline uint64_t qgram_at(const struct qgram_table &t, const uint4 *text, uint32_t i)
{
    const uint8_t *end = (const uint8_t *)(text + 1) + i + 1;
    uint64_t gram = 0;
    for (uint32_t j = t.length; j > 0; j--)
        gram = gram << BITS | end[-(int)j];
    return gram;
}

/* Appends the thread's candidates to the queue. Returns true if the queue is full before all are
 * appended. */
template <unsigned BITS>
__device__ inline bool qgram_fill_queue(const struct device_qgrams &x, struct qgram_block *b,
                                        struct qgram_finder *f, uint32_t first)
{
    const uint4 *text = b->text + threadIdx.x;
    for (;;) {
        if (f->at < f->until) {
            const struct gram_place place = x.tables[f->table - 1].places[f->at];
            if (place.tag == f->tag) {
                uint32_t to = atomicAdd(&b->queued, 1);
                if (to >= QGRAM_QUEUE)
                    return true;
                b->queue[to] = {f->end, place.pattern, place.items};
            }
            f->at++;
        } else if (f->ends != 0) {
            const struct qgram_table &t = x.tables[f->table - 1];
            const uint32_t i = __ffs(f->ends) - 1;
            const uint64_t hash = gram_hash(qgram_at<BITS>(t, text, i));
            const uint32_t bucket = (uint32_t)(hash >> t.bucket_shift);
            f->ends &= f->ends - 1;
            f->at = t.buckets[bucket];
            f->until = t.buckets[bucket + 1];
            f->tag = gram_tag(hash);
            f->end = first + i + 1;
        } else if (f->table < x.ntables) {
            f->ends = qgram_find_ends<BITS>(x.tables[f->table++], text);
        } else {
            return false;
        }
    }
}

/* All threads check the queued candidates. */
template <enum metric METRIC, unsigned BITS>
__device__ inline void qgram_check_queue(const struct qgram_scan &s, const struct device_qgrams &x,
                                         const struct qgram_block *b, uint32_t n)
{
    for (uint32_t i = threadIdx.x; i < n; i += QGRAM_THREADS) {
        if (!qgram_candidate_fits(METRIC, BITS, &s, &x, b->queue[i]))
            continue;
        uint32_t to = *(volatile uint32_t *)&s.counters->places > s.most_candidates
                          ? s.most_candidates
                          : atomicAdd(&s.counters->places, 1);
        if (to < s.most_candidates)
            s.places[to] = b->queue[i];
    }
}

/* Called by one thread: counts n candidates, and charges all of them to one of their patterns. */
__device__ inline void qgram_count_candidates(const struct qgram_scan &s,
                                              const struct device_qgrams &x, struct qgram_block *b,
                                              uint32_t n)
{
    b->spent = *(volatile uint32_t *)&s.counters->candidates;
    if (n > 0 && b->spent <= s.budget) {
        b->spent = atomicAdd(&s.counters->candidates, n) + n;
        atomicAdd(&x.looked[b->queue[n / 2].covered], n);
    }
    b->queued = 0;
}

template <enum metric METRIC, unsigned BITS>
__global__ void __launch_bounds__(QGRAM_THREADS, QGRAM_BLOCKS)
    qgram_find_candidates(struct qgram_scan s, const __grid_constant__ struct device_qgrams x)
{
    __shared__ struct qgram_block b;
    const int64_t at = (int64_t)(s.scan.lead / QGRAM_RUN * QGRAM_RUN) +
                       (int64_t)blockIdx.x * QGRAM_TILE + threadIdx.x * QGRAM_RUN;
    struct qgram_finder f = {};
    b.text[threadIdx.x + 1] = qgram_load_text(s, at);
    if (threadIdx.x == 0) {
        b.text[0] = qgram_load_text(s, at - QGRAM_RUN);
        qgram_count_candidates(s, x, &b, 0);
    }
    __syncthreads();
    for (bool more = true; more && b.spent <= s.budget;) {
        more = __syncthreads_or(qgram_fill_queue<BITS>(x, &b, &f, (uint32_t)at));
        const uint32_t n = min(b.queued, (uint32_t)QGRAM_QUEUE);
        qgram_check_queue<METRIC, BITS>(s, x, &b, n);
        __syncthreads();
        if (threadIdx.x == 0)
            qgram_count_candidates(s, x, &b, n);
        __syncthreads();
    }
}

template <enum metric METRIC>
__global__ void __launch_bounds__(QGRAM_THREADS)
    qgram_verify_candidates(struct qgram_scan s, const __grid_constant__ struct device_qgrams x,
                            struct device_query q)
{
    if (s.counters->candidates > s.budget || s.counters->places > s.most_candidates)
        return;
    for (uint32_t i = blockIdx.x * QGRAM_THREADS + threadIdx.x; i < s.counters->places;
         i += gridDim.x * QGRAM_THREADS)
        qgram_verify(METRIC, &s, &x, &q, s.places[i]);
}

/* Launches. */

enum { VERIFY_BLOCKS = 4 /* of a multiprocessor */ };

template <enum metric METRIC>
static void launch(const struct qgram_scan &s, const struct device_qgrams &x,
                   const struct device_query &q, uint32_t processors, cudaStream_t stream)
{
    const uint32_t from = s.scan.lead / QGRAM_RUN * QGRAM_RUN;
    const uint32_t tiles = (s.scan.end - from + QGRAM_TILE - 1) / QGRAM_TILE;
    if (x.bits == 8)
        qgram_find_candidates<METRIC, 8><<<tiles, QGRAM_THREADS, 0, stream>>>(s, x);
    else
        qgram_find_candidates<METRIC, 3><<<tiles, QGRAM_THREADS, 0, stream>>>(s, x);
    qgram_verify_candidates<METRIC>
        <<<VERIFY_BLOCKS * processors, QGRAM_THREADS, 0, stream>>>(s, x, q);
}

cudaError_t kernels_qgrams(const struct qgram_scan *s, const struct device_qgrams *x,
                           const struct device_query *q, cudaStream_t stream)
{
    struct device_limits limits;
    cudaError_t error = device_limits(&limits);
    if (error != cudaSuccess || s->scan.begin >= s->scan.end)
        return error;
    const uint32_t processors = (uint32_t)limits.processors;
    if (q->metric == METRIC_OSA)
        launch<METRIC_OSA>(*s, *x, *q, processors, stream);
    else if (q->metric == METRIC_INDEL)
        launch<METRIC_INDEL>(*s, *x, *q, processors, stream);
    else if (q->metric == METRIC_HAMMING)
        launch<METRIC_HAMMING>(*s, *x, *q, processors, stream);
    else
        launch<METRIC_LEVENSHTEIN>(*s, *x, *q, processors, stream);
    return cudaGetLastError();
}

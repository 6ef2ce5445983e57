#include "gpu/scan/kernels_qgram.h"

#include "gpu/base/limits.h"
#include "gpu/scan/qgram_scan.cuh"

enum { VERIFY_BLOCKS = 4 /* of a multiprocessor */ };

template <enum metric METRIC>
static void launch(const struct qgram_scan &s, const struct device_qgrams &x,
                   const struct device_query &q, uint32_t processors, cudaStream_t stream)
{
    const uint32_t from = s.lead / QGRAM_RUN * QGRAM_RUN;
    const uint32_t tiles = (s.end - from + QGRAM_TILE - 1) / QGRAM_TILE;
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
    if (error != cudaSuccess || s->begin >= s->end)
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

/*
 * kernels.h - the launches of the engine `cuda`: four algorithms, one signature.
 *
 * All pointers are to device memory unless said otherwise. All launches are queued on the given
 * stream and return at once.
 */
#pragma once

#include <cuda_runtime.h>

#include "gpu/base/staging.h"
#include "gpu/scan/device_query.h"

#ifdef __cplusplus
extern "C" {
#endif

enum algorithm {
    ALGORITHM_AUTO,
    ALGORITHM_HMM,       /* METRIC_LEVENSHTEIN only */
    ALGORITHM_BITVECTOR, /* this and BITSLICE: all metrics but METRIC_HAMMING */
    ALGORITHM_BITSLICE,
    ALGORITHM_COUNTERS, /* METRIC_HAMMING only, and its only algorithm */
    ALGORITHM_PATHS,    /* for automata: kernels_automaton.h */
    ALGORITHM_LEVELS,   /* for automata; never requested by name */
    ALGORITHM_PIECES    /* q-gram filter (kernels_qgram.h); never requested by name */
};

/*
 * Scans symbols [own.lead, own.end) of the text, and reports the ends in [own.begin, own.end) of
 * all patterns that are sequences of items, as specified in engine.h. The text is shorter than 2^31
 * symbols.
 *
 * No distance above min(k, *limit) is reported. If `best`, the kernels lower *limit to the
 * distances that they find. ALGORITHM_AUTO chooses the fastest algorithm that supports the metric.
 * Sets *used (in host memory) to the algorithm of the last patterns. Temporary memory is allocated
 * from the device's pool, in stream order. With several patterns, or METRIC_HAMMING, small tables
 * are copied from the host; `staging` keeps them until the stream is synchronized.
 */
cudaError_t kernels_scan(enum algorithm algorithm, const struct device_query *query,
                         const struct device_text *text, struct share own, uint32_t *limit,
                         bool best, const struct device_hits *hits, cudaStream_t stream,
                         struct staging *staging, enum algorithm *used);

/* Scans with the papers' algorithm and `substrings` substrings (0: as many as fill the device), for
 * comparison with the papers' Table 1. */
cudaError_t kernels_scan_hmm(uint32_t substrings, const struct device_query *query,
                             const struct device_text *text, struct share own, uint32_t *limit,
                             bool best, const struct device_hits *hits, cudaStream_t stream);

/* Sets codes[i] = table[symbols[i]] for n symbols of in_width bytes (1 or 4). */
cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream);

/* Decodes a text; see struct device_decoding. */
cudaError_t kernels_decode(const struct device_decoding *d, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

/*
 * kernels.h - what the host side of the engine asks of the device: four algorithms, one signature.
 *
 * All pointers are to device memory unless said otherwise. All launches go to the given stream and
 * return at once.
 */
#ifndef KERNELS_H
#define KERNELS_H

#include <cuda_runtime.h>

#include "gpu/base/staging.h"
#include "gpu/scan/device_query.h"

#ifdef __cplusplus
extern "C" {
#endif

enum algorithm {
    ALGORITHM_AUTO,
    ALGORITHM_HMM,       /* METRIC_LEVENSHTEIN only */
    ALGORITHM_BITVECTOR, /* these two: but METRIC_HAMMING */
    ALGORITHM_BITSLICE,
    ALGORITHM_COUNTERS, /* METRIC_HAMMING, always */
    ALGORITHM_PATHS,    /* of automata: kernels_automaton.h */
    ALGORITHM_LEVELS,   /* likewise; nobody asks for it */
    ALGORITHM_PIECES    /* kernels_qgram.h: likewise */
};

/*
 * Scans symbols [own.lead, own.end) of the text for the ends of all patterns that are sequences of
 * items in [own.begin, own.end), as engine.h says. The text is shorter than 2^31 symbols.
 *
 * No distance above min(k, *limit) is reported. Where `best`, the kernels lower *limit to the
 * distances that they find. ALGORITHM_AUTO takes the fastest algorithm that knows the metric; *used
 * (in host memory) says which it was, for the last patterns. Memory that is needed besides comes
 * from the device's pool, in the order of the stream. With several patterns, or METRIC_HAMMING,
 * small tables are copied from the host; `staging` keeps them until the stream has been waited for.
 */
cudaError_t kernels_scan(enum algorithm algorithm, const struct device_query *query,
                         const struct device_text *text, struct share own, uint32_t *limit,
                         bool best, const struct device_hits *hits, cudaStream_t stream,
                         struct staging *staging, enum algorithm *used);

/* The same by the papers' algorithm, with `substrings` substrings (0: as many as fill the device),
 * for comparison with the papers' Table 1. */
cudaError_t kernels_scan_hmm(uint32_t substrings, const struct device_query *query,
                             const struct device_text *text, struct share own, uint32_t *limit,
                             bool best, const struct device_hits *hits, cudaStream_t stream);

/* codes[i] = table[symbols[i]] for n symbols of in_width bytes (1 or 4). */
cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream);

/* Decodes a text; see struct device_decoding. */
cudaError_t kernels_decode(const struct device_decoding *d, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif

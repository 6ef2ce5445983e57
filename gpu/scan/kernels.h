/*
 * kernels.h - the launches of the engine `cuda`.
 *
 * All pointers are to device memory unless said otherwise; structs that are passed by a pointer are
 * in host memory. All launches are queued on the given stream and return at once.
 */
#pragma once

#include <cuda_runtime.h>

#include "gpu/base/staging.h"
#include "gpu/scan/device_automaton.h"
#include "gpu/scan/device_qgrams.h"

#ifdef __cplusplus
extern "C" {
#endif

enum algorithm {
    ALGORITHM_AUTO,
    ALGORITHM_HMM,       /* METRIC_LEVENSHTEIN only */
    ALGORITHM_BITVECTOR, /* this and BITSLICE: all metrics but METRIC_HAMMING */
    ALGORITHM_BITSLICE,
    ALGORITHM_COUNTERS, /* METRIC_HAMMING only, and its only algorithm */
    ALGORITHM_PATHS,    /* for automata */
    ALGORITHM_LEVELS,   /* for automata; never requested by name */
    ALGORITHM_PIECES    /* q-gram filter; never requested by name */
};

/*
 * Scans for all patterns that are sequences of items, and reports ends as specified in engine.h.
 * The text is shorter than 2^31 symbols.
 *
 * No distance above min(k, *scan->limit) is reported. ALGORITHM_AUTO chooses the fastest algorithm
 * that supports the metric. Sets *used (in host memory) to the algorithm of the last patterns.
 * Temporary memory is allocated from the device's pool, in stream order. With several patterns, or
 * METRIC_HAMMING, small tables are copied from the host; `staging` keeps them until the stream is
 * synchronized.
 */
cudaError_t kernels_scan(enum algorithm algorithm, const struct device_query *query,
                         const struct scan *scan, cudaStream_t stream, struct staging *staging,
                         enum algorithm *used);

/* Scans with the papers' algorithm and `substrings` substrings (0: as many as fill the device), for
 * comparison with the papers' Table 1. */
cudaError_t kernels_scan_hmm(uint32_t substrings, const struct device_query *query,
                             const struct scan *scan, cudaStream_t stream);

/* The kernel and the parameters of a scan for an automaton. */
struct automaton_way {
    /* use bit_nfa.cuh; the automaton has tables, and `bound` is at most BIT_NFA_MOST */
    bool levels;
    uint32_t bound;      /* no distance above `bound` or above *scan->limit is reported */
    uint32_t lead_in;    /* symbols; longer than any occurrence within `bound`, or LANE_RECORDS */
    uint32_t *heartbeat; /* in host memory: nfa_columns.cuh changes it while it goes on */
};

/* Scans for one automaton. */
cudaError_t kernels_scan_automaton(const struct device_automaton *a, struct automaton_way way,
                                   const struct device_query *query, const struct scan *scan,
                                   cudaStream_t stream);

/* Scans for all filtered patterns. No distance above the pattern's limit is reported; ends may be
 * reported several times. If a counter exceeds its limit, hits may be missing. */
cudaError_t kernels_qgrams(const struct qgram_scan *s, const struct device_qgrams *x,
                           const struct device_query *q, cudaStream_t stream);

/* Sets codes[i] = table[symbols[i]] for n symbols of in_width bytes (1 or 4). */
cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream);

/* Decodes a text; see struct device_decoding. */
cudaError_t kernels_decode(const struct device_decoding *d, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

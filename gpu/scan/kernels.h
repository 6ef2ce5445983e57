/*
 * kernels.h - what the host side of the engine asks of the device: three algorithms, one signature.
 *
 * All pointers are to device memory unless said otherwise; all launches go to the given stream and
 * return at once.
 */
#ifndef KERNELS_H
#define KERNELS_H

#include <cuda_runtime.h>

#include "gpu/scan/device_query.h"

#ifdef __cplusplus
extern "C" {
#endif

enum algorithm { ALGORITHM_AUTO, ALGORITHM_HMM, ALGORITHM_BITVECTOR, ALGORITHM_BITSLICE };

/*
 * Scans symbols [own.lead, own.end) of the text for the ends in [own.begin, own.end) of all
 * patterns, as engine.h says. `limit` (one word): no distance above min(k, *limit) is reported;
 * where `best`, the kernel itself lowers it (atomicMin) to distances that it finds.
 * `algorithm` AUTO takes the fastest; *used (host) says which (of the last patterns). What memory
 * is needed besides is taken from the device's pool in stream order; more than one pattern may mean
 * that small tables are copied from the host, which waits for the stream. Texts are shorter than
 * 2^31 symbols.
 */
cudaError_t kernels_scan(enum algorithm algorithm, const struct device_query *query,
                         const struct device_text *text, struct cut own, uint32_t *limit, bool best,
                         const struct device_hits *hits, cudaStream_t stream, enum algorithm *used);

/* The same by the papers' algorithm with as many substrings (0: as fill the device): their Table 1.
 */
cudaError_t kernels_scan_hmm(uint32_t substrings, const struct device_query *query,
                             const struct device_text *text, struct cut own, uint32_t *limit,
                             bool best, const struct device_hits *hits, cudaStream_t stream);

/* codes[i] = table[symbols[i]] for n symbols of in_width bytes (1 or 4). */
cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif

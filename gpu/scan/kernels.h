/*
 * kernels.h - what the host side of the engine asks of the device: three algorithms, one signature.
 *
 * All pointers are to device memory unless said otherwise; all launches go to the given stream and
 * return at once. Text is codes: code 0 is the delimiter (the state restarts behind it), 1 every
 * character that no pattern has, 2.. classes of characters that match the same items.
 */
#ifndef KERNELS_H
#define KERNELS_H

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "scan/hit.h"
#include "text/partition.h"

enum algorithm { ALGORITHM_AUTO, ALGORITHM_HMM, ALGORITHM_BITVECTOR, ALGORITHM_BITSLICE };

struct device_pattern {
    uint32_t m, k;      /* k: as the user wrote it; the limit lowers it */
    uint32_t first_row; /* its rows are slots[first_row .. first_row + m) */
};

/* The compiled patterns. A slot is a distinct item: one set of codes. */
struct device_query {
    uint32_t npatterns, nrows, nslots, ncodes;
    const struct device_pattern *patterns;      /* device */
    const struct device_pattern *host_patterns; /* the same in host memory: launches choose by it */
    const uint32_t *slots;                      /* of each row of each pattern */
    const uint32_t *host_slots;                 /* the same in host memory */
    const uint32_t *matches; /* [nslots][(ncodes + 31) / 32]: bit c: the slot matches code c */
    bool rising;             /* ends with D[j] = D[j-1] + 1 must be reported too */
};

/* Symbols of a chunk as codes; `width` bytes each (1 when ncodes <= 256, else 4). */
struct device_text {
    const void *codes;
    unsigned width;
    size_t n;
};

/* Hits in any order. The count, which the caller sets to 0, may exceed `most`: then only so many
 * were stored. */
struct device_hits {
    struct hit *v;
    uint32_t most;
    uint32_t *n;
};

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
                         const struct device_text *text, struct share own, uint32_t *limit,
                         bool best, const struct device_hits *hits, cudaStream_t stream,
                         enum algorithm *used);

/* The same by the papers' algorithm with as many substrings (0: as fill the device): their Table 1.
 */
cudaError_t kernels_scan_hmm(uint32_t substrings, const struct device_query *query,
                             const struct device_text *text, struct share own, uint32_t *limit,
                             bool best, const struct device_hits *hits, cudaStream_t stream);

/* codes[i] = table[symbols[i]] for n symbols of in_width bytes (1 or 4). */
cudaError_t kernels_encode(const void *symbols, unsigned in_width, const uint32_t *table,
                           void *codes, unsigned out_width, size_t n, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif

/*
 * kernels_qgram.h - launches of the q-gram filter; see kernels.h.
 */
#pragma once

#include <cuda_runtime.h>

#include "gpu/scan/device_qgrams.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Scans for all filtered patterns. `s`, `x` and `q` are in host memory; their pointers are to
 * device memory. No distance above *s->limit or the pattern's limit is reported; ends may be
 * reported several times. If a counter exceeds its limit, hits may be missing.
 */
cudaError_t kernels_qgrams(const struct qgram_scan *s, const struct device_qgrams *x,
                           const struct device_query *q, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

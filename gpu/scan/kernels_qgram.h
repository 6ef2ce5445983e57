/*
 * kernels_qgram.h - what the host side of the engine asks of the device for patterns that are
 * looked for by their pieces; see kernels.h.
 */
#ifndef KERNELS_QGRAM_H
#define KERNELS_QGRAM_H

#include <cuda_runtime.h>

#include "gpu/scan/device_qgrams.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Scans for all covered patterns; all that is in device memory is so of `s` and `x`, which are
 * themselves in host memory. No distance above the least of *s->limit and of what the pattern's
 * pieces are for is reported; ends may be reported several times. The counters tell when hits may
 * be missing.
 */
cudaError_t kernels_cover(const struct cover_scan *s, const struct device_cover *x,
                          const struct device_query *q, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif

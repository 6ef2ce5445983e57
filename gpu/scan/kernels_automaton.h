/*
 * kernels_automaton.h - what the host side of the engine asks of the device for a pattern with an
 * automaton; see kernels.h.
 */
#ifndef KERNELS_AUTOMATON_H
#define KERNELS_AUTOMATON_H

#include <cuda_runtime.h>

#include "gpu/scan/device_automaton.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How an automaton is scanned for. */
struct automaton_way {
    bool levels;      /* by words of bits; it has tables, and `bound` is at most LEVELS_MOST */
    uint32_t bound;   /* no distance above it is reported, nor above *limit */
    uint32_t lead_in; /* symbols; longer than any occurrence within `bound`, or LANE_RECORDS */
};

/* As kernels_scan(). */
cudaError_t kernels_scan_automaton(const struct device_automaton *a, struct automaton_way way,
                                   const struct device_query *query, const struct device_text *text,
                                   struct share own, uint32_t *limit, bool best,
                                   const struct device_hits *hits, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif

/*
 * kernels_automaton.h - launches for a pattern with an automaton; see kernels.h.
 */
#pragma once

#include <cuda_runtime.h>

#include "gpu/scan/device_automaton.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kernel and the parameters of a scan for an automaton. */
struct automaton_way {
    /* use bit_nfa.cuh; the automaton has tables, and `bound` is at most BIT_NFA_MOST */
    bool levels;
    uint32_t bound;   /* no distance above `bound` or above *limit is reported */
    uint32_t lead_in; /* symbols; longer than any occurrence within `bound`, or LANE_RECORDS */
};

/* Scans for one automaton; see kernels_scan(). */
cudaError_t kernels_scan_automaton(const struct device_automaton *a, struct automaton_way way,
                                   const struct device_query *query, const struct device_text *text,
                                   struct share own, uint32_t *limit, bool best,
                                   const struct device_hits *hits, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

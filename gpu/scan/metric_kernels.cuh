/*
 * metric_kernels.cuh - the kernels of bitslice.cuh and bitvector.cuh for each metric with deltas.
 *
 * They take long to compile, so those of a metric are in a file of their own, kernels_METRIC.cu,
 * which includes metric_pick.cuh.
 */
#ifndef METRIC_KERNELS_CUH
#define METRIC_KERNELS_CUH

#include "gpu/scan/bitslice.cuh"
#include "gpu/scan/bitvector.cuh"
#include "gpu/scan/plan.h"

typedef void bitslice_function(struct scan, struct device_query, struct bitslice_layout);
typedef void bitvector_function(struct scan, struct device_query, struct bitvector_layout);

struct metric_kernels {
    bitslice_function *(*bitslice)(const struct plan *plan);
    /* For codes of one byte, or of four; masks are copied to shared memory, or not. */
    bitvector_function *(*bitvector)(bool narrow, bool shared);
};

extern const struct metric_kernels kernels_levenshtein, kernels_indel, kernels_osa;

static const struct metric_kernels *const metric_kernels[] = {&kernels_levenshtein, &kernels_indel,
                                                              &kernels_osa};

static_assert(METRIC_LEVENSHTEIN == 0 && METRIC_INDEL == 1 && METRIC_OSA == 2, "in their order");

/* Whether a lane's rows are done by sums where no record ends. That pays where steps are long, and
 * where decode() is seldom between them. */
static bool by_sums(const struct plan *plan)
{
    return plan->shared && plan->lanes == WARP && plan->rows >= 16 && plan->rows % BY_LOGIC == 0;
}

#endif

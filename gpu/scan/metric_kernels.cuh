/*
 * metric_kernels.cuh - the kernels of bitslice.cuh and bitvector.cuh for each metric whose table is
 * stored as differences.
 *
 * The kernels take long to compile, so each metric has its own file kernels_METRIC.cu, which
 * includes metric_pick.cuh.
 */
#pragma once

#include "gpu/scan/bitslice.cuh"
#include "gpu/scan/bitvector.cuh"
#include "gpu/scan/launch_plan.h"

typedef void bitslice_function(struct scan, struct device_query, struct bitslice_layout);
typedef void bitvector_function(struct scan, struct device_query, struct bitvector_layout);

struct metric_kernels {
    bitslice_function *(*bitslice)(const struct launch_plan *plan);
    /* `narrow`: codes of one byte, else of four; `shared`: masks in shared memory */
    bitvector_function *(*bitvector)(bool narrow, bool shared);
};

extern const struct metric_kernels kernels_levenshtein, kernels_indel, kernels_osa;

static const struct metric_kernels *const metric_kernels[] = {&kernels_levenshtein, &kernels_indel,
                                                              &kernels_osa};

static_assert(METRIC_LEVENSHTEIN == 0 && METRIC_INDEL == 1 && METRIC_OSA == 2, "in their order");

/* Returns whether a lane's rows are computed by sums where no record ends. This pays if steps are
 * long and decode() is rare. */
static bool by_sums(const struct launch_plan *plan)
{
    return plan->shared && plan->lanes == WARP && plan->rows >= 16 && plan->rows % BY_LOGIC == 0;
}

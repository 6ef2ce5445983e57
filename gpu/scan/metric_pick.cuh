/* metric_pick.cuh - returns the kernel of a metric that a plan needs. */
#pragma once

#include "gpu/scan/metric_kernels.cuh"

template <enum metric METRIC>
static bitslice_function *pick_bitslice(const struct launch_plan *plan)
{
#define SLICE(ROWS)                                                                                \
    case ROWS:                                                                                     \
        return plan->count ? bitslice_kernel<METRIC, ROWS, true, true, false>                      \
                           : bitslice_kernel<METRIC, ROWS, false, true, false>;
    if (!plan->shared)
        return bitslice_kernel<METRIC, 32, false, false, false>;
    if (by_sums(plan))
        return plan->rows == 16   ? bitslice_kernel<METRIC, 16, false, true, true>
               : plan->rows == 24 ? bitslice_kernel<METRIC, 24, false, true, true>
                                  : bitslice_kernel<METRIC, 32, false, true, true>;
    switch (plan->rows) {
        SLICE(4) SLICE(8) SLICE(12) SLICE(16) SLICE(20) SLICE(24) default : SLICE(32)
    }
#undef SLICE
}

template <enum metric METRIC> static bitvector_function *pick_bitvector(bool narrow, bool shared)
{
    if (narrow)
        return shared ? bitvector_kernel<METRIC, uint8_t, true>
                      : bitvector_kernel<METRIC, uint8_t, false>;
    return shared ? bitvector_kernel<METRIC, uint32_t, true>
                  : bitvector_kernel<METRIC, uint32_t, false>;
}

#define METRIC_KERNELS(METRIC)                                                                     \
    {                                                                                              \
        pick_bitslice<METRIC>, pick_bitvector<METRIC>                                              \
    }

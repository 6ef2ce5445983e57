/* metric_pick.cuh - which kernel of a metric a plan asks for. */
#ifndef METRIC_PICK_CUH
#define METRIC_PICK_CUH

#include "gpu/scan/metric_kernels.cuh"

template <enum metric METRIC> static bitslice_function *pick_bitslice(const struct plan *plan)
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
        SLICE(4) SLICE(8) SLICE(12) SLICE(16) SLICE(20) SLICE(24) SLICE(28) default : SLICE(32)
    }
#undef SLICE
}

template <enum metric METRIC, typename code, bool SHARED>
static bitvector_function *pick_words(const struct plan *plan)
{
    bool alone = plan->lanes == 1;
    switch (plan->rows) {
    case 1:
        return alone ? bitvector_kernel<METRIC, code, 1, true, SHARED>
                     : bitvector_kernel<METRIC, code, 1, false, SHARED>;
    case 2:
        return alone ? bitvector_kernel<METRIC, code, 2, true, SHARED>
                     : bitvector_kernel<METRIC, code, 2, false, SHARED>;
    default:
        return alone ? bitvector_kernel<METRIC, code, 4, true, SHARED>
                     : bitvector_kernel<METRIC, code, 4, false, SHARED>;
    }
}

template <enum metric METRIC>
static bitvector_function *pick_bitvector(const struct plan *plan, bool narrow, bool shared)
{
    if (narrow)
        return shared ? pick_words<METRIC, uint8_t, true>(plan)
                      : pick_words<METRIC, uint8_t, false>(plan);
    return shared ? pick_words<METRIC, uint32_t, true>(plan)
                  : pick_words<METRIC, uint32_t, false>(plan);
}

#define METRIC_KERNELS(METRIC)                                                                     \
    {                                                                                              \
        pick_bitslice<METRIC>, pick_bitvector<METRIC>                                              \
    }

#endif

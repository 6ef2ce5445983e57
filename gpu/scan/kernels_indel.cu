/* kernels_indel.cu - see metric_kernels.cuh. */
#include "gpu/scan/metric_pick.cuh"

const struct metric_kernels kernels_indel = METRIC_KERNELS(METRIC_INDEL);

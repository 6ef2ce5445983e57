/* kernels_osa.cu - see metric_kernels.cuh. */
#include "gpu/scan/metric_pick.cuh"

const struct metric_kernels kernels_osa = METRIC_KERNELS(METRIC_OSA);

/* kernels_levenshtein.cu - see metric_kernels.cuh. */
#include "gpu/scan/metric_pick.cuh"

const struct metric_kernels kernels_levenshtein = METRIC_KERNELS(METRIC_LEVENSHTEIN);

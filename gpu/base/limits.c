/* limits.c - see limits.h. */
#include "gpu/base/limits.h"

#include <stddef.h>

cudaError_t device_limits(struct device_limits *to)
{
    const struct {
        int *value;
        enum cudaDeviceAttr attribute;
    } asked[] = {
        {&to->processors, cudaDevAttrMultiProcessorCount},
        {&to->shared_of_block, cudaDevAttrMaxSharedMemoryPerBlockOptin},
        {&to->shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor},
        {&to->capability, cudaDevAttrComputeCapabilityMajor},
    };
    cudaError_t error = cudaGetDevice(&to->number);
    for (size_t i = 0; i < sizeof asked / sizeof *asked && error == cudaSuccess; i++)
        error = cudaDeviceGetAttribute(asked[i].value, asked[i].attribute, to->number);
    return error;
}

#include "gpu/base/limits.h"

enum {
    /* most bytes of static shared memory in a kernel with dynamic shared memory */
    STATIC_SHARED = 64,
    DEFAULT_SHARED = 48 << 10, /* bytes of shared memory that a kernel may use without opting in */
};

cudaError_t device_limits(struct device_limits *to)
{
    const struct {
        int *value;
        enum cudaDeviceAttr attribute;
    } asked[] = {
        {&to->processors, cudaDevAttrMultiProcessorCount},
        {&to->shared_of_block, cudaDevAttrMaxSharedMemoryPerBlockOptin},
        {&to->shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor},
    };
    cudaError_t error = cudaGetDevice(&to->number);
    for (size_t i = 0; i < sizeof asked / sizeof *asked && error == cudaSuccess; i++)
        error = cudaDeviceGetAttribute(asked[i].value, asked[i].attribute, to->number);
    if (error == cudaSuccess)
        to->shared_of_block -= STATIC_SHARED;
    return error;
}

cudaError_t device_allow_shared(const struct device_limits *limits, const void *kernel,
                                size_t bytes)
{
    if (bytes <= DEFAULT_SHARED - STATIC_SHARED)
        return cudaSuccess;
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                limits->shared_of_block);
}

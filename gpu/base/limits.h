/* limits.h - what a device has room for; for both compilers. */
#ifndef LIMITS_H
#define LIMITS_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

struct device_limits {
    int number;          /* of the device */
    int processors;      /* multiprocessors */
    int shared_of_block; /* bytes of shared memory that a block may take */
    int shared;          /* bytes of it that a multiprocessor has */
    int capability;      /* major number of the compute capability */
};

/* Those of the device that the calling thread uses. */
cudaError_t device_limits(struct device_limits *to);

#ifdef __cplusplus
}
#endif

#endif

/* limits.h - what a device has room for; for both compilers. */
#ifndef LIMITS_H
#define LIMITS_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DEVICES_MOST = 64 /* more are not used */ };

struct device_limits {
    int number;          /* of the device */
    int processors;      /* multiprocessors */
    int shared_of_block; /* bytes of dynamic shared memory that a block may take */
    int shared;          /* bytes of it that a multiprocessor has */
};

/* Those of the device that the calling thread uses. */
cudaError_t device_limits(struct device_limits *to);

/* Lets a kernel take `bytes` bytes of dynamic shared memory, at most shared_of_block. All threads
 * set the same limit, the largest, because they launch the same kernels at the same time. */
cudaError_t device_allow_shared(const struct device_limits *limits, const void *kernel,
                                size_t bytes);

#ifdef __cplusplus
}
#endif

#endif

/* limits.h - the resource limits of a device; for both compilers. */
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DEVICES_MOST = 64 /* further devices are not used */ };

struct device_limits {
    int number;          /* of the device */
    int processors;      /* multiprocessors */
    int shared_of_block; /* bytes of dynamic shared memory that a block may take */
    int shared;          /* bytes of shared memory of a multiprocessor */
};

/* Sets *to to the limits of the calling thread's current device. */
cudaError_t device_limits(struct device_limits *to);

/* Allows a kernel to use `bytes` bytes of dynamic shared memory, at most shared_of_block. Always
 * sets the largest limit, because several threads launch the same kernel concurrently. */
cudaError_t device_allow_shared(const struct device_limits *limits, const void *kernel,
                                size_t bytes);

#ifdef __cplusplus
}
#endif

/* pool.h - temporary device memory for launches: one private pool for each device, because the
 * default pools belong to the program that uses the library. Thread-safe. */
#pragma once

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets *pool to the pool of the device. The pool keeps freed memory for the next scan. */
cudaError_t pool_of(int device, cudaMemPool_t *pool);

/* Returns unused memory of all pools to the devices. */
void pools_trim(void);

#ifdef __cplusplus
}
#endif

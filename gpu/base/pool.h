/* pool.h - device memory that launches need for a while: a pool of our own on each device, since
 * the default pools belong to the program that uses the library. Any thread. */
#ifndef POOL_H
#define POOL_H

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets *pool to that of the device. It keeps memory that is freed: the next scan wants it again. */
cudaError_t pool_of(int device, cudaMemPool_t *pool);

/* Gives unused memory of all pools back. */
void pools_trim(void);

#ifdef __cplusplus
}
#endif

#endif

#include "gpu/base/pool.h"

#include <pthread.h>
#include <stdint.h>

#include "gpu/base/limits.h"

static struct {
    pthread_mutex_t lock;
    cudaMemPool_t of[DEVICES_MOST]; /* NULL: not created yet */
} pools = {.lock = PTHREAD_MUTEX_INITIALIZER};

static cudaError_t make_pool(int device, cudaMemPool_t *pool)
{
    uint64_t all = UINT64_MAX;
    const struct cudaMemPoolProps properties = {
        .allocType = cudaMemAllocationTypePinned,
        .location = {.type = cudaMemLocationTypeDevice, .id = device}};
    cudaError_t error = cudaMemPoolCreate(pool, &properties);
    if (error != cudaSuccess)
        return error;
    error = cudaMemPoolSetAttribute(*pool, cudaMemPoolAttrReleaseThreshold, &all);
    if (error != cudaSuccess) {
        (void)cudaMemPoolDestroy(*pool);
        *pool = NULL;
    }
    return error;
}

cudaError_t pool_of(int device, cudaMemPool_t *pool)
{
    cudaError_t error = cudaSuccess;
    if (device < 0 || device >= DEVICES_MOST)
        return cudaErrorInvalidDevice;
    (void)pthread_mutex_lock(&pools.lock);
    if (pools.of[device] == NULL)
        error = make_pool(device, &pools.of[device]);
    *pool = pools.of[device];
    (void)pthread_mutex_unlock(&pools.lock);
    return error;
}

void pools_trim(void)
{
    (void)pthread_mutex_lock(&pools.lock);
    for (unsigned d = 0; d < DEVICES_MOST; d++)
        if (pools.of[d] != NULL)
            (void)cudaMemPoolTrimTo(pools.of[d], 0);
    (void)pthread_mutex_unlock(&pools.lock);
}

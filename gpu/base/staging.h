/*
 * staging.h - pinned host memory for tables that a launch needs; for both compilers.
 *
 * cudaMemcpyAsync() may read its source until the stream has executed the copy. Tables are
 * therefore copied here first, and stay here until the stream is synchronized.
 */
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct staging_block;

/* All zero: without memory. */
struct staging {
    struct staging_block *blocks;
};

/* Queues a copy of `size` bytes to the device on the stream. `from` may be freed at once. */
cudaError_t staging_send(struct staging *s, void *to, const void *from, size_t size,
                         cudaStream_t stream);

/* Makes the memory available again. All streams passed to staging_send() must be synchronized. */
void staging_reuse(struct staging *s);

/* Frees the memory. All streams passed to staging_send() must be synchronized. */
void staging_free(struct staging *s);

#ifdef __cplusplus
}
#endif

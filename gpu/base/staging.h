/*
 * staging.h - pinned host memory for tables that are made for a launch; for both compilers.
 *
 * cudaMemcpyAsync() may read its source until the stream has come to the copy. So such tables are
 * copied here first, and stay here until the stream has been waited for.
 */
#ifndef STAGING_H
#define STAGING_H

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

/* Copies `size` bytes to the device in the order of the stream. `from` may be freed at once. */
cudaError_t staging_send(struct staging *s, void *to, const void *from, size_t size,
                         cudaStream_t stream);

/* All streams that were given to staging_send() have been waited for: the memory is used again. */
void staging_reuse(struct staging *s);

/* Likewise; frees the memory. */
void staging_free(struct staging *s);

#ifdef __cplusplus
}
#endif

#endif

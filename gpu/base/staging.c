/* staging.c - see staging.h: a list of blocks, each filled from its beginning. */
#include "gpu/base/staging.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"

enum { LEAST = 1 << 18, ALIGNMENT = 16 /* bytes */ };

struct staging_block {
    struct staging_block *next;
    size_t size, used;
    void *memory; /* pinned */
};

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static cudaError_t add_block(struct staging *s, size_t size)
{
    struct staging_block *b = malloc(sizeof *b);
    if (b == NULL)
        return cudaErrorMemoryAllocation;
    *b = (struct staging_block){s->blocks, size > LEAST ? size : LEAST, 0, NULL};
    cudaError_t error = cudaMallocHost(&b->memory, b->size);
    if (error == cudaSuccess)
        s->blocks = b;
    else
        free(b);
    return error;
}

cudaError_t staging_send(struct staging *s, void *to, const void *from, size_t size,
                         cudaStream_t stream)
{
    struct staging_block *b = s->blocks;
    while (b != NULL && b->size - b->used < aligned(size))
        b = b->next;
    if (b == NULL) {
        cudaError_t error = add_block(s, aligned(size));
        if (error != cudaSuccess)
            return error;
        b = s->blocks;
    }
    void *at = memcpy((unsigned char *)b->memory + b->used, from, size);
    b->used += aligned(size);
    return cudaMemcpyAsync(to, at, size, cudaMemcpyHostToDevice, stream);
}

void staging_reuse(struct staging *s)
{
    for (struct staging_block *b = s->blocks; b != NULL; b = b->next)
        b->used = 0;
}

void staging_free(struct staging *s)
{
    while (s->blocks != NULL) {
        struct staging_block *b = s->blocks;
        s->blocks = b->next;
        RELEASE(cudaFreeHost, b->memory);
        free(b);
    }
}

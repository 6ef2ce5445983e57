#include "gpu/base/buffer.h"

#include "gpu/base/device.h"

enum { ALIGNMENT = 256 };

/* Allocates an eighth more than requested, because the next chunk may be a little larger. */
bool buffer_reserve(struct buffer *b, size_t size)
{
    if (size <= b->size)
        return true;
    buffer_free(b);
    size += size / 8;
    if (!GOOD(cudaMalloc, &b->memory, size))
        return false;
    b->size = size;
    return true;
}

bool buffer_send(struct buffer *b, const void *from, size_t size, cudaStream_t stream)
{
    return buffer_reserve(b, size) &&
           GOOD(cudaMemcpyAsync, b->memory, from, size, cudaMemcpyHostToDevice, stream);
}

bool buffer_send_now(struct buffer *b, const void *from, size_t size, cudaStream_t stream)
{
    return device_settle(stream, buffer_send(b, from, size, stream) && device_wait(stream));
}

void buffer_free(struct buffer *b)
{
    if (b->memory != NULL)
        RELEASE(cudaFree, b->memory);
    *b = (struct buffer){0};
}

size_t buffer_aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

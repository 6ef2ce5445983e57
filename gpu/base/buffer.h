/* buffer.h - device memory that grows when more is needed, and never shrinks. */
#pragma once

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero: a buffer without memory. */
struct buffer {
    void *memory;
    size_t size;
};

/* Makes the buffer at least `size` bytes large. Growing loses its contents. Returns false on
 * failure (device_why_failed()). */
bool buffer_reserve(struct buffer *b, size_t size);

/* Reserves `size` bytes and queues a copy from the host on the stream: `from` must not change
 * before the stream is synchronized. buffer_send_now() synchronizes the stream, even on failure. */
bool buffer_send(struct buffer *b, const void *from, size_t size, cudaStream_t stream);
bool buffer_send_now(struct buffer *b, const void *from, size_t size, cudaStream_t stream);

void buffer_free(struct buffer *b);

/* Rounds `size` up, so that an array stored after it in the same buffer is aligned. */
size_t buffer_aligned(size_t size);

static inline void *buffer_at(const struct buffer *b, size_t offset)
{
    return (unsigned char *)b->memory + offset;
}

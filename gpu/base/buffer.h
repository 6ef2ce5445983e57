/* buffer.h - device memory that grows when more is needed, and never shrinks. */
#ifndef BUFFER_H
#define BUFFER_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

/* All zero: a buffer without memory. */
struct buffer {
    void *memory;
    size_t size;
};

/* Makes the buffer at least `size` bytes large. When it has to grow, what was in it is lost. False:
 * failed (device_why_failed()). */
bool buffer_reserve(struct buffer *b, size_t size);

/* Reserves `size` bytes, and copies them from the host in the order of the stream: `from` must stay
 * as it is until that is waited for. The second function waits, even if it fails. */
bool buffer_send(struct buffer *b, const void *from, size_t size, cudaStream_t stream);
bool buffer_send_now(struct buffer *b, const void *from, size_t size, cudaStream_t stream);

void buffer_free(struct buffer *b);

/* `size` rounded up, so that what lies behind it in the same buffer is aligned. */
size_t buffer_aligned(size_t size);

static inline void *buffer_at(const struct buffer *b, size_t offset)
{
    return (unsigned char *)b->memory + offset;
}

#endif

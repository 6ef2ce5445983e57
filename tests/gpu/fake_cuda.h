/* fake_cuda.h - how kernels of the fake runtime (fake_cuda.c) are launched. */
#pragma once

#include <cuda_runtime_api.h>
#include <stdint.h>

/* run(arguments) is called when the program waits for the stream. The arguments are copied now,
 * like those of a kernel. */
void fake_launch(cudaStream_t stream, void (*run)(const void *arguments), const void *arguments,
                 size_t size);

/* The work of the stream takes the seconds that FAKE_CUDA says. Meanwhile each poll changes
 * *heartbeat, as a kernel does. */
void fake_take_long(cudaStream_t stream, uint32_t *heartbeat);

/* The current device stops working; what is in its streams is never done. */
void fake_lose_device(void);

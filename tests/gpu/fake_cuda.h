/* fake_cuda.h - how kernels of the fake runtime (fake_cuda.c) are put into a stream. */
#pragma once

#include <cuda_runtime_api.h>

/* run(arguments) is called when the stream is waited for. The arguments are copied now, as those of
 * a kernel are. */
void fake_launch(cudaStream_t stream, void (*run)(const void *arguments), const void *arguments,
                 size_t size);

/* The device in use does nothing any more, not even what is in its streams. */
void fake_lose_device(void);

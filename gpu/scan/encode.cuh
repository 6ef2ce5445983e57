/* encode.cuh - kernels that encode symbols as codes. */
#pragma once

#include <stddef.h>
#include <stdint.h>

template <typename in, typename out>
__global__ void encode(const in *symbols, const uint32_t *table, out *codes, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, step = (size_t)gridDim.x * blockDim.x;
    for (; i < n; i += step)
        codes[i] = (out)table[symbols[i]];
}

/* Encodes bytes, 16 for each thread, with a table in shared memory. */
__global__ void encode_bytes(const uint4 *symbols, const uint32_t *table, uint4 *codes, size_t n)
{
    __shared__ uint8_t code_of[256];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
        code_of[i] = (uint8_t)table[i];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, step = (size_t)gridDim.x * blockDim.x;
    for (; i < n; i += step) {
        uint4 v = symbols[i];
        uint32_t word[4] = {v.x, v.y, v.z, v.w};
        for (int w = 0; w < 4; w++)
            word[w] = code_of[word[w] & 255] | code_of[word[w] >> 8 & 255] << 8 |
                      code_of[word[w] >> 16 & 255] << 16 | (uint32_t)code_of[word[w] >> 24] << 24;
        codes[i] = make_uint4(word[0], word[1], word[2], word[3]);
    }
}

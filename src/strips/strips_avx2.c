/* strips_avx2.c - blocks of strips in 256 bits. */
#include <immintrin.h>

#include "base/cpu.h"
#include "strips/strips_block.h"

typedef uint64_t vec __attribute__((vector_size(32)));

#define NEXT_WORDS(in, v)                                                                          \
    ((vec)_mm256_alignr_epi8((__m256i)(v),                                                         \
                             _mm256_permute2x128_si256((__m256i)(in), (__m256i)(v), 0x21), 8))

#include "strips/strips_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX2);
}

STRIPS_KERNEL(avx2)

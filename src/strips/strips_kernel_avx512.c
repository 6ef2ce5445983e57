/* strips_kernel_avx512.c - blocks of strips in 512 bits. */
#define VECTOR_BITS 512
#include "strips/strips_kernel.h"

STRIPS_KERNEL(avx512, CPU_AVX512BW)

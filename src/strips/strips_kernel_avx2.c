/* strips_kernel_avx2.c - blocks of strips in 256 bits. */
#define VECTOR_BITS 256
#include "strips/strips_kernel.h"

STRIPS_KERNEL(avx2, CPU_AVX2)

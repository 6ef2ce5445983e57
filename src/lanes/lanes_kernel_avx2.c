/* lanes_kernel_avx2.c - 256 tables side by side. */
#define VECTOR_BITS 256
#include "lanes/lanes_kernel.h"

#define LANES_PUT NULL
LANES_KERNEL(avx2, CPU_AVX2)

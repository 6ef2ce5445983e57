/* lanes_kernel_avx512.c - 512 tables side by side. */
#include "base/cpu.h"

#define VECTOR_BITS 512
#include "lanes/lanes_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX512BW);
}

LANES_KERNEL(avx512)

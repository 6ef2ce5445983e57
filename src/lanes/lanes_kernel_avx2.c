/* lanes_kernel_avx2.c - 256 tables side by side. */
#include "base/cpu.h"

#define VECTOR_BITS 256
#include "lanes/lanes_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX2);
}

#define LANES_PUT NULL
LANES_KERNEL(avx2)

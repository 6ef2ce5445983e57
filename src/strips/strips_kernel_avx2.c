/* strips_kernel_avx2.c - blocks of strips in 256 bits. */
#include "base/cpu.h"

#define VECTOR_BITS 256
#include "strips/strips_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX2);
}

STRIPS_KERNEL(avx2)

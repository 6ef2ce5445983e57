/* strips_kernel_avx512.c - blocks of strips in 512 bits. */
#include "base/cpu.h"

#define VECTOR_BITS 512
#include "strips/strips_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX512BW);
}

STRIPS_KERNEL(avx512)

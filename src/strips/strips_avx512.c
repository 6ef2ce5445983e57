/* strips_avx512.c - blocks of strips in 512 bits. */
#include <immintrin.h>

#include "base/cpu.h"
#include "strips/strips_block.h"

typedef uint64_t vec __attribute__((vector_size(64)));

#define LOGIC3(f, a, b, c)                                                                         \
    ((vec)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c),                      \
                                    f(0xf0, 0xcc, 0xaa) & 0xff))
#define NEXT_WORDS(in, v) ((vec)_mm512_alignr_epi64((__m512i)(v), (__m512i)(in), 7))

#include "strips/strips_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX512);
}

STRIPS_KERNEL(avx512)

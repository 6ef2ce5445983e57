/* folding_kernel_avx512.c - see folding_blocks.h. One instruction compresses a block. */
#include <immintrin.h>

#include "base/cpu.h"
#include "query/folding_kernel.h"

static inline size_t compress(unsigned char *to, const unsigned char *block, uint64_t kept)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(kept, _mm512_loadu_si512(block)));
    return (size_t)_mm_popcnt_u64(kept);
}

#include "query/folding_blocks.h"

static const char *why_not(void)
{
    const char *reason = cpu_why_not(CPU_AVX512);
    if (reason == NULL && !__builtin_cpu_supports("avx512vbmi2"))
        reason = "the processor has no AVX-512 with VBMI2";
    return reason;
}

const struct folding_kernel folding_kernel_avx512 = {why_not, look, unchanged, drop};

/* folding_kernel_avx512.c - see folding_blocks.h. One instruction compresses a block. */
#include <immintrin.h>

#include "query/folding_kernel.h"

static inline size_t compress(unsigned char *to, const unsigned char *block, uint64_t kept)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(kept, _mm512_loadu_si512(block)));
    return (size_t)_mm_popcnt_u64(kept);
}

#include "query/folding_blocks.h"

const struct folding_kernel folding_kernel_avx512 = {CPU_AVX512_VBMI2, look, unchanged, drop};

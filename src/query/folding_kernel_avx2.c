/* folding_kernel_avx2.c - see folding_blocks.h. Bytes are compressed by a table, eight at a time.
 */
#include <immintrin.h>

#include "base/word_bits.h"
#include "query/folding_kernel.h"

static inline size_t compress(unsigned char *to, const unsigned char *block, uint64_t kept)
{
    const unsigned char *begin = to;
    for (unsigned at = 0; at < FOLDING_BLOCK; at += 8) {
        unsigned some = (uint8_t)(kept >> at);
        __m128i x = _mm_loadl_epi64((const __m128i *)(const void *)(block + at));
        __m128i places = _mm_loadl_epi64((const __m128i *)(const void *)&words_places[some]);
        _mm_storel_epi64((__m128i *)(void *)to, _mm_shuffle_epi8(x, places));
        to += __builtin_popcount(some);
    }
    return (size_t)(to - begin);
}

#include "query/folding_blocks.h"

const struct folding_kernel folding_kernel_avx2 = {CPU_AVX2, look, unchanged, drop};

/* engine_avx2.c - the bit-sliced table in 256 bits. */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "cpu.h"
#include "sliced.h"

typedef uint64_t vec __attribute__((vector_size(32)));

/* Sixteen entries of the table at a time: a byte whose upper half is not theirs looks up nothing.
 */
static inline vec look_up(const struct engine_scan *s, vec x)
{
    __m256i codes = _mm256_setzero_si256();
    for (unsigned used = s->table_used, part; used != 0; used &= used - 1) {
        part = (unsigned)__builtin_ctz(used);
        __m256i entries = _mm256_broadcastsi128_si256(
            _mm_load_si128((const __m128i *)(const void *)&s->table[16 * part]));
        __m256i index = _mm256_xor_si256((__m256i)x, _mm256_set1_epi8((char)(16 * part)));
        index = _mm256_adds_epu8(index, _mm256_set1_epi8(0x70));
        codes = _mm256_or_si256(codes, _mm256_shuffle_epi8(entries, index));
    }
    return (vec)codes;
}

#include "sliced_transpose.h"

#include "sliced_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX2);
}

SLICED_ENGINE(avx2, 20)

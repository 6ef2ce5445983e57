/* lanes_kernel_avx512.c - 512 tables side by side. */
#define VECTOR_BITS 512
#include "lanes/lanes_kernel.h"

/* OR and AND of the bytes that put_codes() has stored, in all words. */
struct seen_bytes {
    __m512i any, all;
};

/* Loads a string into words, aligned to the first word's begin or to the last word's end. */
INLINE __m512i load_string(const struct lanes_string *s, unsigned width, size_t words, bool back,
                           bool half, struct seen_bytes *seen)
{
    size_t n = (size_t)s->length * width, before = back ? words * sizeof(uint64_t) - n : 0;
    uint64_t there = n < LANES_WORD ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);
    there = before < LANES_WORD ? there << before : 0;
    /* The mask prevents loads before or after the string. */
    const void *from = (const void *)((uintptr_t)s->codes - before);
    __m512i v = half ? _mm512_zextsi256_si512(_mm256_maskz_loadu_epi8((__mmask32)there, from))
                     : _mm512_maskz_loadu_epi8(there, from);
    seen->any = _mm512_or_si512(seen->any, v);
    seen->all = _mm512_and_si512(seen->all, _mm512_mask_mov_epi8(_mm512_set1_epi64(-1), there, v));
    return v;
}

/* Transposes: word k of vector i becomes word i of vector k. */
INLINE void turn_words(__m512i v[8])
{
    __m512i t[8], u[8];
    UNROLLED for (unsigned i = 0; i < 4; i++)
    {
        t[i] = _mm512_unpacklo_epi64(v[2 * i], v[2 * i + 1]);
        t[i + 4] = _mm512_unpackhi_epi64(v[2 * i], v[2 * i + 1]);
    }
    UNROLLED for (unsigned i = 0; i < 4; i++)
    {
        u[i] = _mm512_shuffle_i64x2(t[2 * i], t[2 * i + 1], 0x88);
        u[i + 4] = _mm512_shuffle_i64x2(t[2 * i], t[2 * i + 1], 0xdd);
    }
    UNROLLED for (unsigned odd = 0; odd < 2; odd++) UNROLLED for (unsigned two = 0; two < 2; two++)
    {
        const __m512i *a = &u[4 * two + 2 * odd];
        v[odd + 2 * two] = _mm512_shuffle_i64x2(a[0], a[1], 0x88);
        v[odd + 2 * two + 4] = _mm512_shuffle_i64x2(a[0], a[1], 0xdd);
    }
}

/* Stores the strings of eight lanes at a time. `half`: 32 bytes are enough. */
INLINE void put_strings(uint64_t *to, size_t words, const struct lanes_string *strings, size_t step,
                        size_t count, unsigned width, bool back, bool half, uint64_t *any,
                        uint64_t *all)
{
    struct seen_bytes seen = {_mm512_setzero_si512(), _mm512_set1_epi64(-1)};
    for (unsigned bit = 0; bit < LANES_WORD; bit++) {
        size_t lane = bit % LANES_NUMBER * (VECTOR_BITS / LANES_NUMBER) + bit / LANES_NUMBER;
        __m512i v[WORDS];
        UNROLLED for (unsigned w = 0; w < WORDS; w++, lane += LANES_WORD / LANES_NUMBER) v[w] =
            lane < count ? load_string(&strings[lane * step], width, words, back, half, &seen)
                         : _mm512_setzero_si512();
        turn_words(v);
        for (size_t k = 0; k < words; k++)
            _mm512_store_si512(to + (k * LANES_WORD + bit) * WORDS, v[k]);
    }
    *any |= (uint64_t)_mm512_reduce_or_epi64(seen.any);
    *all &= (uint64_t)_mm512_reduce_and_epi64(seen.all);
}

/* Wider loads would fetch unneeded cache lines. */
static void put_codes(uint64_t *to, size_t words, const struct lanes_string *strings, size_t step,
                      size_t count, unsigned width, bool back, uint64_t *any, uint64_t *all)
{
    if (words <= WORDS / 2)
        put_strings(to, words, strings, step, count, width, back, true, any, all);
    else
        put_strings(to, words, strings, step, count, width, back, false, any, all);
}

#define LANES_PUT put_codes
LANES_KERNEL(avx512, CPU_AVX512BW)

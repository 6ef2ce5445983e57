/*
 * decode_avx2.c - UTF-8 to symbols: a block is two vectors, and a mask is bytes of 0 or 0xff. A
 * table lookup has sixteen entries; bytes are compressed eight at a time.
 */
#include <immintrin.h>
#include <stdint.h>

#include "base/word_bits.h"
#include "text/decode_body.h"

typedef struct {
    __m256i half[2];
} bytes;

typedef bytes where;

/* Sixteen entries from `first` on, as differences from SYMBOL_OTHER: most are all 0. */
struct sixteen {
    __m256i first, entries;
};

/* Those sixteens that are not all 0. */
struct table {
    struct sixteen used[8];
    unsigned n;
};

#define HALVES(operation, a, b)                                                                    \
    ((bytes){{operation((a).half[0], (b).half[0]), operation((a).half[1], (b).half[1])}})

static inline bytes load(const void *p)
{
    const __m256i *from = p;
    return (bytes){{_mm256_loadu_si256(from), _mm256_loadu_si256(from + 1)}};
}

static inline void store(uint8_t *to, bytes x)
{
    _mm256_storeu_si256((__m256i *)(void *)to, x.half[0]);
    _mm256_storeu_si256((__m256i *)(void *)(to + 32), x.half[1]);
}

static inline bytes splat(int byte)
{
    return (bytes){{_mm256_set1_epi8((char)byte), _mm256_set1_epi8((char)byte)}};
}

static inline bytes minus(bytes a, bytes b)
{
    return HALVES(_mm256_sub_epi8, a, b);
}

static inline bool is_ascii(bytes x)
{
    return _mm256_movemask_epi8(_mm256_or_si256(x.half[0], x.half[1])) == 0;
}

static inline bool is_below(bytes x, int limit)
{
    __m256i most = _mm256_max_epu8(x.half[0], x.half[1]);
    most = _mm256_subs_epu8(most, _mm256_set1_epi8((char)(limit - 1)));
    return _mm256_testz_si256(most, most) != 0;
}

static inline where less(bytes a, bytes b)
{
    return HALVES(_mm256_cmpgt_epi8, b, a);
}

static inline where equal(bytes a, bytes b)
{
    return HALVES(_mm256_cmpeq_epi8, a, b);
}

static inline where both(where x, where y)
{
    return HALVES(_mm256_and_si256, x, y);
}

static inline where except(where x, where y)
{
    return HALVES(_mm256_andnot_si256, y, x);
}

static inline uint64_t bits(where x)
{
    uint32_t lower = (uint32_t)_mm256_movemask_epi8(x.half[0]);
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(x.half[1]) << 32 | lower;
}

static inline __m256i repeat(const uint8_t *p)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)p));
}

static inline where has_bit(bytes sets, bytes x)
{
    const __m256i all = _mm256_set1_epi64x((long long)UINT64_C(0x8040201008040201));
    bytes index = both(x, splat(7)), bit = {{all, all}};
    bit = HALVES(_mm256_shuffle_epi8, bit, index);
    return equal(both(sets, bit), bit);
}

static inline bytes choose(where x, bytes yes, bytes no)
{
    return (bytes){{_mm256_blendv_epi8(no.half[0], yes.half[0], x.half[0]),
                    _mm256_blendv_epi8(no.half[1], yes.half[1], x.half[1])}};
}

#define choose_where choose

/* The bits 4 and 5 of x choose among sixteens. */
static inline __m256i page_half(const __m256i page[4], __m256i x)
{
    __m256i index = _mm256_and_si256(x, _mm256_set1_epi8(15)), found[4];
    __m256i bit4 = _mm256_slli_epi16(x, 3), bit5 = _mm256_slli_epi16(x, 2);
    for (unsigned i = 0; i < 4; i++)
        found[i] = _mm256_shuffle_epi8(page[i], index);
    return _mm256_blendv_epi8(_mm256_blendv_epi8(found[0], found[1], bit4),
                              _mm256_blendv_epi8(found[2], found[3], bit4), bit5);
}

static inline bytes page_entries(const uint8_t page[64], bytes x)
{
    const __m256i sixteens[4] = {repeat(page), repeat(page + 16), repeat(page + 32),
                                 repeat(page + 48)};
    return (bytes){{page_half(sixteens, x.half[0]), page_half(sixteens, x.half[1])}};
}

static inline void table_open(struct table *t, int first, const uint8_t lower[64],
                              const uint8_t upper[64])
{
    t->n = 0;
    for (unsigned i = 0; i < 128; i += 16) {
        __m256i entries = repeat(i < 64 ? lower + i : upper + i - 64);
        entries = _mm256_xor_si256(entries, _mm256_set1_epi8(SYMBOL_OTHER));
        if (!_mm256_testz_si256(entries, entries))
            t->used[t->n++] = (struct sixteen){_mm256_set1_epi8((char)(first + (int)i)), entries};
    }
}

/* Indices outside a sixteen get their highest bit set, and so look up 0. */
static inline __m256i sixteen_entries(struct sixteen s, __m256i x)
{
    const __m256i beyond = _mm256_set1_epi8(0x80 - 16);
    return _mm256_shuffle_epi8(s.entries, _mm256_adds_epu8(_mm256_xor_si256(x, s.first), beyond));
}

static inline bytes table_entries(const struct table *t, bytes x)
{
    bytes found = splat(SYMBOL_OTHER);
    for (unsigned i = 0; i < t->n; i++) {
        found.half[0] = _mm256_xor_si256(found.half[0], sixteen_entries(t->used[i], x.half[0]));
        found.half[1] = _mm256_xor_si256(found.half[1], sixteen_entries(t->used[i], x.half[1]));
    }
    return found;
}

/* The places of eight begins each, which one shuffle brings together; counts are of the begins. */
static inline void compress_half(uint8_t *to, __m256i x, uint64_t begins, uint64_t counts,
                                 unsigned at)
{
    const __m256i from8 = _mm256_set_epi64x(0x0808080808080808, 0, 0x0808080808080808, 0);
    __m256i places = _mm256_set_epi64x((long long)words_places[begins >> (at + 24) & 0xff],
                                       (long long)words_places[begins >> (at + 16) & 0xff],
                                       (long long)words_places[begins >> (at + 8) & 0xff],
                                       (long long)words_places[begins >> at & 0xff]);
    x = _mm256_shuffle_epi8(x, _mm256_add_epi8(places, from8));
    __m128i lower = _mm256_castsi256_si128(x), upper = _mm256_extracti128_si256(x, 1);
    _mm_storel_epi64((__m128i *)(void *)(to + words_count(counts, at)), lower);
    _mm_storeh_pi((__m64 *)(void *)(to + words_count(counts, at + 8)), _mm_castsi128_ps(lower));
    _mm_storel_epi64((__m128i *)(void *)(to + words_count(counts, at + 16)), upper);
    _mm_storeh_pi((__m64 *)(void *)(to + words_count(counts, at + 24)), _mm_castsi128_ps(upper));
}

static inline void compress(uint8_t *to, bytes x, uint64_t begins)
{
    uint64_t counts = words_counts(begins);
    compress_half(to, x.half[0], begins, counts, 0);
    compress_half(to, x.half[1], begins, counts, 32);
}

#define bit_at words_bit_at

#include "text/decode_kernel.h"

const struct decode_body decode_avx2 = {"avx2", CPU_AVX2, append_symbols, count_characters,
                                        all_ascii};

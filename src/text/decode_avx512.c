/* decode_avx512.c - UTF-8 to symbols: a block is one vector, with mask registers. */
#include <immintrin.h>
#include <stdint.h>

#include "text/decode_body.h"

typedef __m512i bytes;
typedef uint64_t where;

struct table {
    bytes lower, upper;
    uint64_t others; /* 0, or all bits: the entries are for bytes from 0x80 on */
};

static inline bytes load(const void *p)
{
    return _mm512_loadu_si512(p);
}

static inline void store(uint8_t *to, bytes x)
{
    _mm512_storeu_si512(to, x);
}

static inline bytes splat(int byte)
{
    return _mm512_set1_epi8((char)byte);
}

static inline bytes minus(bytes a, bytes b)
{
    return _mm512_sub_epi8(a, b);
}

static inline bool is_ascii(bytes x)
{
    return _mm512_movepi8_mask(x) == 0;
}

static inline bool is_below(bytes x, int limit)
{
    return _mm512_cmpge_epu8_mask(x, splat(limit)) == 0;
}

static inline where less(bytes a, bytes b)
{
    return _mm512_cmplt_epi8_mask(a, b);
}

static inline where equal(bytes a, bytes b)
{
    return _mm512_cmpeq_epi8_mask(a, b);
}

static inline where both(where x, where y)
{
    return x & y;
}

static inline where except(where x, where y)
{
    return x & ~y;
}

static inline where has_bit(bytes sets, bytes x)
{
    bytes bits = _mm512_set1_epi64((long long)UINT64_C(0x8040201008040201));
    return _mm512_test_epi8_mask(sets, _mm512_permutexvar_epi8(x, bits));
}

static inline uint64_t bits(where x)
{
    return x;
}

static inline where choose_where(where x, where yes, where no)
{
    return (x & yes) | (~x & no);
}

static inline bytes choose(where x, bytes yes, bytes no)
{
    return _mm512_mask_mov_epi8(no, x, yes);
}

static inline bytes page_entries(const uint8_t page[64], bytes x)
{
    return _mm512_permutexvar_epi8(x, load(page));
}

static inline void table_open(struct table *t, int first, const uint8_t lower[64],
                              const uint8_t upper[64])
{
    *t = (struct table){load(lower), load(upper), first == 0 ? UINT64_MAX : 0};
}

static inline bytes table_entries(const struct table *t, bytes x)
{
    bytes found = _mm512_permutex2var_epi8(t->lower, x, t->upper);
    return _mm512_mask_mov_epi8(splat(SYMBOL_OTHER), _mm512_movepi8_mask(x) ^ t->others, found);
}

static inline void compress(uint8_t *to, bytes x, uint64_t begins)
{
    store(to, _mm512_maskz_compress_epi8(begins, x));
}

static inline unsigned bit_at(uint64_t word, unsigned n)
{
    return (unsigned)_tzcnt_u64(_pdep_u64(UINT64_C(1) << n, word));
}

#include "text/decode_kernel.h"

const struct decode_body decode_avx512 = {"avx512", CPU_AVX512_VBMI2, append_symbols,
                                          count_characters, all_ascii};

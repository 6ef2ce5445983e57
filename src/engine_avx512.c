/*
 * engine_avx512.c - the bit-sliced table in 512 bits, with VBMI and GFNI to prepare the text.
 *
 * Preparing 64 columns is a transposition: 512 lanes x 64 bytes become 64 columns x 8 planes x 512
 * bits. Columns go by twos, q = 8 pairs of a vector's 128-bit parts and t = 8 vectors make 64.
 */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "cpu.h"

typedef uint64_t vec __attribute__((vector_size(64)));

#define LOGIC3(f, a, b, c)                                                                         \
    ((vec)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c),                      \
                                    f(0xf0, 0xcc, 0xaa) & 0xff))
#define AHEAD 64

#include "sliced.h"

/* x[i] qword j becomes x[j] qword i. */
static inline void transpose_words(__m512i x[8])
{
    __m512i even[4], odd[4];
    for (unsigned i = 0; i < 4; i++) {
        even[i] = _mm512_unpacklo_epi64(x[2 * i], x[2 * i + 1]);
        odd[i] = _mm512_unpackhi_epi64(x[2 * i], x[2 * i + 1]);
    }
    for (unsigned i = 0; i < 2; i++) {
        const __m512i *y = i == 0 ? even : odd;
        __m512i a = _mm512_shuffle_i64x2(y[0], y[1], 0x88);
        __m512i b = _mm512_shuffle_i64x2(y[0], y[1], 0xdd);
        __m512i c = _mm512_shuffle_i64x2(y[2], y[3], 0x88);
        __m512i d = _mm512_shuffle_i64x2(y[2], y[3], 0xdd);
        x[i] = _mm512_shuffle_i64x2(a, c, 0x88);
        x[i + 4] = _mm512_shuffle_i64x2(a, c, 0xdd);
        x[i + 2] = _mm512_shuffle_i64x2(b, d, 0x88);
        x[i + 6] = _mm512_shuffle_i64x2(b, d, 0xdd);
    }
}

/* Byte i of qword j becomes byte j of qword i. */
static inline __m512i transpose_bytes(__m512i x)
{
    const __m512i order = _mm512_set_epi64(
        0x3f372f271f170f07, 0x3e362e261e160e06, 0x3d352d251d150d05, 0x3c342c241c140c04,
        0x3b332b231b130b03, 0x3a322a221a120a02, 0x3931292119110901, 0x3830282018100800);
    return _mm512_permutexvar_epi8(order, x);
}

/* In each qword, bit b of byte i becomes bit 7 - i of byte b. */
static inline __m512i transpose_bits(__m512i x)
{
    return _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64((long long)0x8040201008040201), x, 0);
}

struct table {
    __m512i part[4];
};

static inline __m512i look_up(const struct table *t, __m512i x)
{
    __m512i low = _mm512_permutex2var_epi8(t->part[0], x, t->part[1]);
    __m512i high = _mm512_permutex2var_epi8(t->part[2], x, t->part[3]);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), low, high);
}

/* 8 lanes: qword b, byte q of z[t] get plane b of the lanes in column 16 * (q / 2) + 2 * t + q % 2.
 */
static inline void load_lanes(const unsigned char *const lanes[8], size_t at,
                              const struct table *table, __m512i z[8])
{
    __m512i x[8], y[8];
    for (unsigned i = 0; i < 8; i++)
        x[i] = look_up(table, _mm512_loadu_si512(lanes[7 - i] + at));
    for (unsigned i = 0; i < 4; i++) {
        y[2 * i] = _mm512_unpacklo_epi8(x[2 * i], x[2 * i + 1]);
        y[2 * i + 1] = _mm512_unpackhi_epi8(x[2 * i], x[2 * i + 1]);
    }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned half = 0; half < 2; half++) {
            const __m512i *a = &y[4 * i + half], *b = &y[4 * i + 2 + half];
            x[4 * i + 2 * half] = _mm512_unpacklo_epi16(*a, *b);
            x[4 * i + 2 * half + 1] = _mm512_unpackhi_epi16(*a, *b);
        }
    for (unsigned i = 0; i < 4; i++) {
        z[2 * i] = transpose_bytes(transpose_bits(_mm512_unpacklo_epi32(x[i], x[i + 4])));
        z[2 * i + 1] = transpose_bytes(transpose_bits(_mm512_unpackhi_epi32(x[i], x[i + 4])));
    }
}

static void load_planes(const struct engine_scan *s, size_t at, vec *planes)
{
    struct table table;
    __m512i groups[8][8][8]; /* [t][plane][lanes / 64]: qword q: a column of 64 lanes */
    memcpy(&table, s->table, sizeof table);
    for (unsigned byte = 0; byte < s->code_bytes; byte++, planes += (size_t)8 * AHEAD) {
        unsigned bits = s->code_bits - 8 * byte < 8 ? s->code_bits - 8 * byte : 8;
        for (unsigned g = 0; g < 8; g++) {
            __m512i z[8][8], x[8];
            for (unsigned i = 0; i < 8; i++)
                load_lanes(&s->text[byte][64 * g + 8 * i], at, &table, z[i]);
            for (unsigned t = 0; t < 8; t++) {
                for (unsigned i = 0; i < 8; i++)
                    x[i] = z[i][t];
                transpose_words(x);
                for (unsigned b = 0; b < bits; b++)
                    groups[t][b][g] = transpose_bytes(x[b]);
            }
        }
        for (unsigned t = 0; t < 8; t++)
            for (unsigned b = 0; b < bits; b++) {
                __m512i *x = groups[t][b];
                transpose_words(x);
                for (unsigned q = 0; q < 8; q++)
                    planes[b * AHEAD + 16 * (q / 2) + 2 * t + q % 2] = (vec)x[q];
            }
    }
}

#include "sliced_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_AVX512);
}

SLICED_ENGINE(avx512, 30)

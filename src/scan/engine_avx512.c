/*
 * engine_avx512.c - the bit-sliced table in 512 bits, with VBMI and GFNI to prepare the text.
 *
 * Preparing 64 columns is a transposition: 512 lanes x 64 bytes become 64 columns x 8 planes x 512
 * bits. Columns go by twos, q = 8 pairs of a vector's 128-bit parts and t = 8 vectors make 64.
 */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define VECTOR_BITS 512
#include "cells/vector.h"
#include "scan/sliced_interleave.h"

#define TILE 8
#define FIND find_fingerprints
#define AHEAD 64

#include "filter/pieces.h"
#include "scan/sliced_table.h"

enum { LANES = 512, PLANES_OF_HALF = 4 /* planes are combined in groups of four */ };

struct table {
    __m512i part[4];
};

/* table[] of each byte; with `ascii` all bytes are below 128. */
INLINE __m512i look_up(const struct table *t, __m512i x, bool ascii)
{
    __m512i low = _mm512_permutex2var_epi8(t->part[0], x, t->part[1]);
    if (ascii)
        return low;
    __m512i high = _mm512_permutex2var_epi8(t->part[2], x, t->part[3]);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(x), low, high);
}

/* In each qword, bit b of byte i becomes bit 7 - i of byte b. */
static inline __m512i transpose_bits(__m512i x)
{
    return _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64((long long)0x8040201008040201), x, 0);
}

/* Byte i of qword j becomes byte j of qword i. */
static inline __m512i transpose_bytes(__m512i x)
{
    const __m512i order = _mm512_set_epi64(
        0x3f372f271f170f07, 0x3e362e261e160e06, 0x3d352d251d150d05, 0x3c342c241c140c04,
        0x3b332b231b130b03, 0x3a322a221a120a02, 0x3931292119110901, 0x3830282018100800);
    return _mm512_permutexvar_epi8(order, x);
}

/* Qword j of x[i] becomes qword i of x[j]. */
static inline void transpose_words(__m512i x[8])
{
    __m512i even[4], odd[4];
    UNROLLED for (unsigned i = 0; i < 4; i++)
    {
        even[i] = _mm512_unpacklo_epi64(x[2 * i], x[2 * i + 1]);
        odd[i] = _mm512_unpackhi_epi64(x[2 * i], x[2 * i + 1]);
    }
    UNROLLED for (unsigned i = 0; i < 2; i++)
    {
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

/* Halves of vectors: planes 0 to 3 and 4 to 7, of the 8 columns that unpacking brings together, of
 * 8 groups of lanes. */
typedef __m256i halves[2][8][8];

/*
 * 64 columns of 8 lanes: qword b, byte q of vector t are bit b of the lanes' codes in column
 * 16 * (q / 2) + 2 * t + q % 2. They become `group` of the halves, the second only if `both`.
 */
INLINE void load_lanes(const unsigned char *const lanes[8], size_t at, const struct table *table,
                       bool ascii, bool both, halves to, unsigned group)
{
    __m512i x[8], y[8];
    UNROLLED for (unsigned i = 0; i < 8; i++) __builtin_prefetch(lanes[i] + at + AHEAD);
    UNROLLED for (unsigned i = 0; i < 8; i++) x[i] =
        look_up(table, _mm512_loadu_si512(lanes[7 - i] + at), ascii);
    interleave(x, y);
    UNROLLED for (unsigned i = 0; i < 8; i++)
    {
        unsigned t = REVERSED3(i);
        __m512i z = transpose_bytes(transpose_bits(y[i]));
        to[0][t][group] = _mm512_castsi512_si256(z);
        if (both)
            to[1][t][group] = _mm512_extracti64x4_epi64(z, 1);
    }
}

/* Four planes of 8 groups of lanes, in the order 0 2 1 3 4 6 5 7. */
static inline void join_groups(const __m256i half[8], __m512i planes[PLANES_OF_HALF])
{
    __m512i z[4], low[2], high[2];
    UNROLLED for (unsigned i = 0; i < 4; i++) z[i] = _mm512_load_si512(&half[2 * i]);
    UNROLLED for (unsigned i = 0; i < 2; i++)
    {
        low[i] = _mm512_unpacklo_epi64(z[2 * i], z[2 * i + 1]);
        high[i] = _mm512_unpackhi_epi64(z[2 * i], z[2 * i + 1]);
    }
    planes[0] = _mm512_shuffle_i64x2(low[0], low[1], 0x88);
    planes[1] = _mm512_shuffle_i64x2(high[0], high[1], 0x88);
    planes[2] = _mm512_shuffle_i64x2(low[0], low[1], 0xdd);
    planes[3] = _mm512_shuffle_i64x2(high[0], high[1], 0xdd);
}
/* The planes of one byte of the codes. */
INLINE void load_byte(const unsigned char *const text[LANES], size_t at, const struct table *table,
                      bool ascii, unsigned bits, bool both, vec *planes)
{
    static const unsigned group[8] = {0, 2, 1, 3, 4, 6, 5, 7}; /* in the order of join_groups() */
    halves parts;
    __m512i joined[2 * PLANES_OF_HALF][8][8]; /* [plane][t][lanes / 64] */
    for (unsigned g = 0; g < 8; g++) {
        for (unsigned i = 0; i < 8; i++)
            load_lanes(&text[64 * g + 8 * group[i]], at, table, ascii, both, parts, i);
        for (unsigned half = 0; half < (both ? 2U : 1U); half++)
            for (unsigned t = 0; t < 8; t++) {
                __m512i four[PLANES_OF_HALF];
                join_groups(parts[half][t], four);
                UNROLLED for (unsigned b = 0; b < PLANES_OF_HALF; b++)
                    joined[half * PLANES_OF_HALF + b][t][g] = transpose_bytes(four[b]);
            }
    }
    for (unsigned b = 0; b < bits; b++)
        for (unsigned t = 0; t < 8; t++) {
            __m512i x[8];
            UNROLLED for (unsigned g = 0; g < 8; g++) x[g] = joined[b][t][g];
            transpose_words(x);
            UNROLLED for (unsigned q = 0; q < 8; q++)
                planes[b * AHEAD + 16 * (q / 2) + 2 * t + q % 2] = (vec)x[q];
        }
}

static void load_planes(const struct sliced_codes *codes, size_t at, vec *planes)
{
    struct table table;
    memcpy(&table, codes->table, sizeof table);
    for (unsigned byte = 0; byte < codes->code_bytes; byte++, planes += (size_t)8 * AHEAD) {
        unsigned bits = codes->code_bits - 8 * byte < 8 ? codes->code_bits - 8 * byte : 8;
        if (codes->ascii && bits <= PLANES_OF_HALF)
            load_byte(codes->text[byte], at, &table, true, bits, false, planes);
        else if (codes->ascii)
            load_byte(codes->text[byte], at, &table, true, bits, true, planes);
        else
            load_byte(codes->text[byte], at, &table, false, bits, true, planes);
    }
}

/* By the lower six bits of each symbol: it admits more than the table, and costs one lookup. */
static void find_fingerprints(struct pieces *p, size_t from, size_t end)
{
    __m512i table[FINGERPRINT];
    const unsigned char *text = p->pass.text;
    for (unsigned place = 0; place < FINGERPRINT; place++) {
        table[place] = _mm512_setzero_si512();
        for (unsigned quarter = 0; quarter < 4; quarter++)
            table[place] =
                _mm512_or_si512(table[place], _mm512_loadu_si512(&p->table[place][64 * quarter]));
    }
    for (; from + 64 + FINGERPRINT <= end; from += 64) {
        __m512i all = _mm512_set1_epi8(-1);
        for (unsigned place = 0; place < FINGERPRINT; place++)
            all = _mm512_and_si512(all, _mm512_permutexvar_epi8(
                                            _mm512_loadu_si512(text + from + place), table[place]));
        for (uint64_t hits = _mm512_test_epi8_mask(all, all); hits != 0; hits &= hits - 1)
            if (!pieces_look(p, from + (size_t)__builtin_ctzll(hits)))
                return;
    }
    pieces_find(p, from, end);
}

#include "scan/sliced_kernel.h"

SLICED_ENGINE(avx512, CPU_AVX512, 30)

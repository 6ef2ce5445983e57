/*
 * sliced_shuffle.h - load_planes() and find_fingerprints(), see sliced_kernel.h, for processors
 * that look bytes up in tables of 16: AVX2, and AVX-512 without VBMI.
 *
 * Preparing as many columns as a vector has bytes: each symbol's byte becomes its code, unpacking
 * brings the codes of 8 lanes in a column together, and a mask takes one bit of each. Unpacking the
 * masks brings all lanes together.
 *
 * The file that includes this defines
 *
 *   mask               an unsigned type with a bit for each byte of a vector
 *   bits_at(x, b)      bit b of each byte of x, as a mask
 *   not_zero(x)        the bytes of x that are not 0, as a mask
 *   repeat(x)          16 bytes, in each part of a vector
 */
#pragma once

#include "filter/pieces.h"
#include "scan/sliced_interleave.h"
#include "scan/sliced_table.h"

#define FIND find_fingerprints
#define AHEAD (VECTOR_BITS / 8)

enum {
    PAIRS = 8,            /* of columns, in each part of a vector */
    SPLIT = sizeof(mask), /* columns that a mask is of; vectors that the masks of all lanes fill */
    PART_MASKS = 16 / SPLIT, /* masks in a part of a vector */
    GROUPS_OF_LANES = VECTOR_BITS / 8
};

/* Bits of the codes: of the columns 2 * t, 2 * t + 1, and 16 further ..., in 8 lanes. */
typedef mask masks[8][PAIRS][GROUPS_OF_LANES];

static inline bytes load_bytes(const void *from)
{
    bytes x;
    memcpy(&x, from, sizeof x);
    return x;
}

/* codes->table[] of each byte from `at` on, sixteen entries at a time: a byte that is not theirs
 * looks up nothing. */
static inline void look_up(const struct sliced_codes *codes, const unsigned char *const lanes[8],
                           size_t at, bytes to[8])
{
    UNROLLED for (unsigned i = 0; i < 8; i++) to[i] = (bytes){0};
    for (unsigned used = codes->table_used; used != 0; used &= used - 1) {
        unsigned first = 16 * (unsigned)__builtin_ctz(used);
        bytes entries = repeat(_mm_load_si128((const __m128i *)(const void *)&codes->table[first]));
        bytes other = VECTOR(set1_epi8)((char)first);
        UNROLLED for (unsigned i = 0; i < 8; i++)
        {
            bytes index =
                VECTOR(adds_epu8)(load_bytes(lanes[i] + at) ^ other, VECTOR(set1_epi8)(0x70));
            to[i] |= VECTOR(shuffle_epi8)(entries, index);
        }
    }
}

/* The columns from `at` on of 8 lanes. */
static inline void load_lanes(const struct sliced_codes *codes, const unsigned char *const lanes[8],
                              size_t at, unsigned bits, masks to, unsigned group)
{
    bytes x[8], y[8];
    UNROLLED for (unsigned i = 0; i < 8; i++) __builtin_prefetch(lanes[i] + at + AHEAD);
    look_up(codes, lanes, at, x);
    interleave(x, y);
    UNROLLED for (unsigned i = 0; i < 8; i++)
    {
        for (unsigned b = 0; b < bits; b++)
            to[b][REVERSED3(i)][group] = bits_at(y[i], b);
    }
}

/* Eight lanes whose masks are number i, such that split_columns() puts them in order. */
static inline unsigned group_at(unsigned i)
{
    return i % 8 / PART_MASKS * 16 + i / 8 * PART_MASKS + i % PART_MASKS;
}

/* Byte c of each of the masks becomes a byte of the vector of column c. */
static inline void split_columns(const mask words[GROUPS_OF_LANES], bytes columns[SPLIT])
{
    unsigned char by_column[16];
    for (unsigned i = 0; i < 16; i++)
        by_column[i] = (unsigned char)(i % PART_MASKS * SPLIT + i / PART_MASKS);
    const bytes order = repeat(_mm_loadu_si128((const __m128i *)(const void *)by_column));
    bytes x[SPLIT], y[SPLIT];
    UNROLLED for (unsigned i = 0; i < SPLIT; i++) x[i] =
        VECTOR(shuffle_epi8)(load_bytes(&words[8 * i]), order);
#if VECTOR_BITS == 512
    INTERLEAVE(8, 16, x, y)
    INTERLEAVE(8, 32, y, x)
    INTERLEAVE(8, 64, x, y)
    UNROLLED for (unsigned i = 0; i < SPLIT; i++) columns[REVERSED3(i)] = y[i];
#else
    INTERLEAVE(4, 32, x, y)
    INTERLEAVE(4, 64, y, x)
    UNROLLED for (unsigned i = 0; i < SPLIT; i++) columns[REVERSED2(i)] = x[i];
#endif
}

/* Inlined, it would have too few registers: gcc 12 then takes an eighth more instructions in all.
 */
__attribute__((noinline)) static void load_planes(const struct sliced_codes *codes, size_t at,
                                                  vec *planes)
{
    masks all;
    for (unsigned byte = 0; byte < codes->code_bytes; byte++, planes += (size_t)8 * AHEAD) {
        unsigned bits = codes->code_bits - 8 * byte < 8 ? codes->code_bits - 8 * byte : 8;
        for (unsigned i = 0; i < GROUPS_OF_LANES; i++)
            load_lanes(codes, &codes->text[byte][8 * group_at(i)], at, bits, all, i);
        for (unsigned b = 0; b < bits; b++)
            for (unsigned t = 0; t < PAIRS; t++) {
                bytes columns[SPLIT];
                split_columns(all[b][t], columns);
                UNROLLED for (unsigned c = 0; c < SPLIT; c++)
                    planes[b * AHEAD + 16 * (c / 2) + 2 * t + c % 2] = (vec)columns[c];
            }
    }
}

/* What a table of bytes has for each value of one half of them, in each part of a vector. */
static inline bytes fold(const unsigned char table[256], unsigned step, unsigned stride)
{
    unsigned char halves[16] = {0};
    for (unsigned i = 0; i < 16; i++)
        for (unsigned j = 0; j < 16; j++)
            halves[i] |= table[i * step + j * stride];
    return repeat(_mm_loadu_si128((const __m128i *)(const void *)halves));
}

/* By the halves of each symbol: it admits more than the table does. */
static void find_fingerprints(struct pieces *p, size_t from, size_t end)
{
    bytes lower[FINGERPRINT], upper[FINGERPRINT];
    const bytes half = VECTOR(set1_epi8)(15);
    const unsigned char *text = p->pass.text;
    for (unsigned place = 0; place < FINGERPRINT; place++) {
        lower[place] = fold(p->table[place], 1, 16);
        upper[place] = fold(p->table[place], 16, 1);
    }
    for (; from + sizeof(bytes) + FINGERPRINT <= end; from += sizeof(bytes)) {
        bytes all = VECTOR(set1_epi8)(-1);
        for (unsigned place = 0; place < FINGERPRINT; place++) {
            bytes x = load_bytes(text + from + place);
            all &= VECTOR(shuffle_epi8)(lower[place], x & half) &
                   VECTOR(shuffle_epi8)(upper[place], VECTOR(srli_epi16)(x, 4) & half);
        }
        for (mask hits = not_zero(all); hits != 0; hits &= hits - 1)
            if (!pieces_look(p, from + (size_t)__builtin_ctzll(hits)))
                return;
    }
    pieces_find(p, from, end);
}

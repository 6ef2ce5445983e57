/*
 * engine_neon.c - the bit-sliced table in the 128 bits of arm64.
 *
 * Cells take operations of two operands as they are: selecting (BSL) saves two of their ten, but
 * overwrites an operand, and compilers then copy as many.
 */
#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

#include "filter/pieces.h"
#include "scan/sliced_table.h"

#define VECTOR_BITS 128
#include "cells/vector.h"

#define TILE 8
#define FIND find_fingerprints
#define EXCHANGE(a, b, distance) exchange(&(a), &(b), distance, LOWER(distance))

/* A quarter of the table at a time: a byte that is not in it keeps its code. */
static inline void look_up(const struct sliced_codes *codes, vec x[8])
{
    uint8x16_t found[8] = {{0}};
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        if ((codes->table_used >> 4 * quarter & 15) == 0)
            continue;
        uint8x16x4_t table = vld1q_u8_x4(codes->table + 64 * quarter);
        UNROLLED for (unsigned r = 0; r < 8; r++)
        {
            uint8x16_t index = (uint8x16_t)x[r] - (uint8_t)(64 * quarter);
            found[r] = vqtbx4q_u8(found[r], table, index);
        }
    }
    UNROLLED for (unsigned r = 0; r < 8; r++) x[r] = (vec)found[r];
}

/* Bytes are interleaved, bits shifted and selected. */
static inline void exchange(vec *a, vec *b, unsigned distance, uint64_t lower)
{
    vec x = *a, y = *b;
    if (distance == 8) {
        *a = (vec)vtrn1q_u8((uint8x16_t)x, (uint8x16_t)y);
        *b = (vec)vtrn2q_u8((uint8x16_t)x, (uint8x16_t)y);
    } else if (distance == 16) {
        *a = (vec)vtrn1q_u16((uint16x8_t)x, (uint16x8_t)y);
        *b = (vec)vtrn2q_u16((uint16x8_t)x, (uint16x8_t)y);
    } else if (distance == 32) {
        *a = (vec)vtrn1q_u32((uint32x4_t)x, (uint32x4_t)y);
        *b = (vec)vtrn2q_u32((uint32x4_t)x, (uint32x4_t)y);
    } else {
        *a = (vec)vbslq_u64(vdupq_n_u64(lower), x, y << distance);
        *b = (vec)vbslq_u64(vdupq_n_u64(lower), x >> distance, y);
    }
}

#include "scan/sliced_transpose.h"

/* By the lower six bits of each symbol: it admits more than the table, and costs one lookup. */
static void find_fingerprints(struct pieces *p, size_t from, size_t end)
{
    uint8x16x4_t table[FINGERPRINT];
    const unsigned char *text = p->pass.text;
    for (unsigned place = 0; place < FINGERPRINT; place++) {
        table[place] = vld1q_u8_x4(p->table[place]);
        for (unsigned i = 4; i < 16; i++)
            table[place].val[i % 4] |= vld1q_u8(&p->table[place][16 * i]);
    }
    for (; from + 16 + FINGERPRINT <= end; from += 16) {
        uint8x16_t all = vdupq_n_u8(0xff);
        for (unsigned place = 0; place < FINGERPRINT; place++)
            all &= vqtbl4q_u8(table[place], vld1q_u8(text + from + place) & 63);
        /* Four bits of a word for each byte; one of them would suffice. */
        uint64_t hits = (uint64_t)vshrn_n_u16((uint16x8_t)vtstq_u8(all, all), 4);
        for (hits &= 0x8888888888888888; hits != 0; hits &= hits - 1)
            if (!pieces_look(p, from + (size_t)__builtin_ctzll(hits) / 4))
                return;
    }
    pieces_find(p, from, end);
}

#include "scan/sliced_kernel.h"

SLICED_ENGINE(neon, CPU_NEON, 20)

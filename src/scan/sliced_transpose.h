/*
 * sliced_transpose.h - load_planes() over any vector, see sliced_kernel.h: 64 lanes x 8 bytes
 * become 8 columns x 8 planes x 64 bits, in each word of the vector for the lanes of that word.
 *
 * The file that includes this defines
 *
 *   look_up(codes, x)  makes codes->table[i] of each byte i of the vectors x[8]
 *   EXCHANGE(a, b, j)  where it can do better
 */
#include <endian.h>

#include "cells/vector_exchange.h"

#define AHEAD 16

/* x[r] becomes the eight bytes from `at` on of text[r] in its first word, of text[64 + r] in the
 * next. */
static inline void load_lanes(const unsigned char *const text[], size_t at, vec x[8])
{
    UNROLLED for (unsigned r = 0; r < 8; r++)
    {
        vec lanes = {0};
        for (size_t w = 0; w < sizeof(vec) / 8; w++) {
            uint64_t word;
            memcpy(&word, text[64 * w + r] + at, sizeof word);
            lanes[w] = le64toh(word);
        }
        x[r] = lanes;
    }
}

static void load_planes(const struct sliced_codes *x, size_t at, vec *planes)
{
    for (unsigned byte = 0; byte < x->code_bytes; byte++, planes += (size_t)8 * AHEAD) {
        unsigned bits = x->code_bits - 8 * byte < 8 ? x->code_bits - 8 * byte : 8;
        for (unsigned from = 0; from < AHEAD; from += 8) {
            vec lanes[8], columns[8][8]; /* byte c of columns[b][i]: of eight lanes */
            for (unsigned i = 0; i < 8; i++) {
                load_lanes(&x->text[byte][8 * i], at + from, lanes);
                look_up(x, lanes);
                transpose(lanes, 1);
                for (unsigned b = 0; b < bits; b++)
                    columns[b][i] = lanes[b];
            }
            for (unsigned b = 0; b < bits; b++) {
                transpose(columns[b], 8);
                for (unsigned c = 0; c < 8; c++)
                    planes[b * AHEAD + from + c] = columns[b][c];
            }
        }
    }
}

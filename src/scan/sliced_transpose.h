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

#define AHEAD 16

/* Exchanges the bits or bytes at distance j from each other, a power of two: the upper ones of a
 * and the lower ones of b. */
#ifndef EXCHANGE
#define EXCHANGE(a, b, j)                                                                          \
    do {                                                                                           \
        vec t = (((a) >> (j)) ^ (b)) & LOWER(j);                                                   \
        (a) ^= t << (j);                                                                           \
        (b) ^= t;                                                                                  \
    } while (0)
#endif

/* In each word the lower j of any 2 * j bits. */
#define LOWER(j) (UINT64_MAX / ((UINT64_C(1) << (j)) + 1))

/* With size = 1 bit b of byte c of x[r] becomes bit r of byte c of x[b]; with size = 8 byte c of
 * x[r] becomes byte r of x[c]. */
static inline void transpose(vec x[8], unsigned size)
{
    UNROLLED for (unsigned step = 1; step < 8; step *= 2)
        UNROLLED for (unsigned r = 0; r < 8; r++) if ((r & step) == 0)
            EXCHANGE(x[r], x[r | step], size * step);
}

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

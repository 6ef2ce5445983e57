/*
 * sliced_transpose.h - load_planes() over any vector, see sliced_kernel.h: 64 lanes x 8 bytes
 * become 8 columns x 8 planes x 64 bits, in each word of the vector for the lanes of that word.
 *
 * The file that includes this defines look_up(table, x): table[] of each byte of x.
 */
#include <endian.h>

#define AHEAD 16

/* Exchanges the bits at distance j from each other, `high` in a, `low` in b. */
#define EXCHANGE(a, b, j, mask)                                                                    \
    do {                                                                                           \
        vec t = (((a) >> (j)) ^ (b)) & (mask);                                                     \
        (a) ^= t << (j);                                                                           \
        (b) ^= t;                                                                                  \
    } while (0)

/* Bit b of byte c of x[r] becomes bit r of x[8 * c + b], for the planes b < bits. */
static inline void transpose(vec x[64], unsigned bits)
{
    static const uint64_t masks[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                     0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (unsigned step = 0; step < 3; step++)
        for (unsigned r = 0; r < 64; r++)
            if ((r >> step & 1) == 0)
                EXCHANGE(x[r], x[r | 1U << step], 1U << step, masks[step]);
    for (unsigned step = 3; step < 6; step++)
        for (unsigned r = 0; r < 64; r++)
            if ((r >> step & 1) == 0 && r % 8 < bits)
                EXCHANGE(x[r], x[r | 1U << step], 1U << step, masks[step]);
}

static void load_planes(const struct engine_scan *s, size_t at, vec *planes)
{
    enum { WORDS_OF_VEC = sizeof(vec) / 8 };
    for (unsigned byte = 0; byte < s->code_bytes; byte++, planes += (size_t)8 * AHEAD) {
        unsigned bits = s->code_bits - 8 * byte < 8 ? s->code_bits - 8 * byte : 8;
        for (unsigned from = 0; from < AHEAD; from += 8) {
            vec x[64];
            for (size_t r = 0; r < 64; r++) {
                uint64_t words[WORDS_OF_VEC];
                for (size_t w = 0; w < WORDS_OF_VEC; w++) {
                    memcpy(&words[w], s->text[byte][64 * w + r] + at + from, 8);
                    words[w] = le64toh(words[w]);
                }
                memcpy(&x[r], words, sizeof words);
                x[r] = look_up(s, x[r]);
            }
            transpose(x, bits);
            for (unsigned c = 0; c < 8; c++)
                for (unsigned b = 0; b < bits; b++)
                    planes[b * AHEAD + from + c] = x[8 * c + b];
        }
    }
}

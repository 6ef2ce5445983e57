#include "strips/strips_planes.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

/* Codes [i, i + 8) of one byte each; code i is the lowest byte. */
static uint64_t eight_bytes(const struct strips_sequence *s, size_t i)
{
    const unsigned char *codes = s->codes;
    uint64_t x;
    memcpy(&x, s->reversed ? codes + s->n - i - 8 : codes + i, sizeof x);
    return s->reversed ? be64toh(x) : le64toh(x);
}

/* The lowest bit of byte i becomes bit i. */
static uint64_t low_bits(uint64_t x)
{
    return (x & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

static uint32_t code_at(const struct strips_problem *p, const struct strips_sequence *s, size_t i)
{
    if (s->reversed)
        i = s->n - 1 - i;
    return p->code_bytes == 1 ? ((const uint8_t *)s->codes)[i] : ((const uint32_t *)s->codes)[i];
}

static void fill_planes(struct strips_planes *p, const struct strips_problem *problem,
                        const struct strips_sequence *s)
{
    size_t i = 0;
    if (problem->code_bytes == 1)
        for (; i + 8 <= s->n; i += 8) {
            uint64_t x = eight_bytes(s, i);
            for (unsigned b = 0; b < p->bits; b++)
                p->planes[b][i / 64] |= low_bits(x >> b) << i % 64;
        }
    for (; i < s->n; i++) {
        uint32_t code = code_at(problem, s, i);
        for (unsigned b = 0; b < p->bits; b++)
            p->planes[b][i / 64] |= (uint64_t)(code >> b & 1) << i % 64;
    }
}

bool strips_planes_open(struct strips_planes *p, const struct strips_problem *problem,
                        const struct strips_sequence *s)
{
    size_t words = s->n / 64 + 1;
    *p = (struct strips_planes){.bits = 1};
    while (p->bits < STRIPS_BITS && (problem->ncodes - 1) >> p->bits != 0)
        p->bits++;
    p->planes[0] = calloc(words * p->bits, sizeof *p->planes[0]);
    if (p->planes[0] == NULL)
        return false;
    for (unsigned b = 1; b < p->bits; b++)
        p->planes[b] = p->planes[0] + b * words;
    fill_planes(p, problem, s);
    return true;
}

void strips_planes_close(struct strips_planes *p)
{
    free(p->planes[0]);
    *p = (struct strips_planes){0};
}

/* engine_neon.c - the bit-sliced table in the 128 bits of arm64. */
#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

#include "cpu.h"
#include "sliced.h"

typedef uint64_t vec __attribute__((vector_size(16)));

#define TILE 8
#define FIND sliced_find_bytes

static inline vec look_up(const struct engine_scan *s, vec x)
{
    uint8x16_t index = (uint8x16_t)x, codes = vdupq_n_u8(0);
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        uint8x16x4_t table = vld1q_u8_x4(s->table + 64 * quarter);
        codes = vqtbx4q_u8(codes, table, vsubq_u8(index, vdupq_n_u8((uint8_t)(64 * quarter))));
    }
    return (vec)codes;
}

#include "sliced_transpose.h"

#include "sliced_kernel.h"

static const char *why_not(void)
{
    return cpu_why_not(CPU_NEON);
}

SLICED_ENGINE(neon, 20)

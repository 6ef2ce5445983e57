/* logic.cuh - operations of three operands, bit by bit. */
#ifndef LOGIC_CUH
#define LOGIC_CUH

#include <stdint.h>

template <int TABLE> __device__ inline uint32_t logic(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(TABLE));
    return result;
}

/* The tables of logic(): functions of these. */
enum {
    A = 0xf0,
    B = 0xcc,
    C = 0xaa,
    OR_NEITHER = (A | ~(B | C)) & 0xff,
    CHOOSE = ((A & B) | (~A & C)) & 0xff,
    MAJORITY = (A & B) | (C & (A | B)),
};

#endif

/* logic.cuh - operations of three operands, bit by bit, by the formulas of cells/cell.h. */
#pragma once

#include <stdint.h>

#include "cells/cell.h"

/* The operation whose truth table is TABLE. */
template <int TABLE> __device__ inline uint32_t logic(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(TABLE));
    return result;
}

/* Returns a * b + c. If the compiler does not know b, the multiplier computes this and not the
 * logic unit, even if b is 1. */
__device__ inline uint32_t multiply_add(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
    return sum;
}

/* Computes f(a, b, c) with one instruction. */
#define LOGIC3(f, a, b, c) logic<(f(0xf0, 0xcc, 0xaa)) & 0xff>(a, b, c)

/*
 * counters.h - Hamming's distance, 64 rows of a column at once.
 *
 * Row i of column j counts the mismatches of the first i items with the i symbols that end at j.
 * The count is that of row i - 1 in the previous column, plus 1 if the symbol does not match the
 * item. The counters are bit-sliced: bit i of planes[b] is bit b of row i's counter. They begin at
 * 2^planes - 1 - limit, so a count above the limit overflows out of the last plane. The overflow
 * makes the row `beyond`, and all later rows on its diagonal. (After Baeza-Yates and Gonnet, "A new
 * approach to text searching", CACM 35(10), 1992, whose counters are packed side by side.)
 */
#pragma once

#include <stdint.h>

enum { COUNTER_ROWS = 64, COUNTER_PLANES = 32 };

/* With a constant number of planes, loops over them are unrolled, and they stay in registers. */

/* Returns the number of planes that can count up to the limit. */
static inline unsigned counter_planes(uint32_t limit)
{
    return limit > 0 ? 32 - (unsigned)__builtin_clz(limit) : 0;
}

/* Returns the initial value of all counters, which row 0 always has. */
static inline uint32_t counter_start(unsigned planes, uint32_t limit)
{
    return (uint32_t)((UINT64_C(1) << planes) - 1 - limit);
}

/*
 * Advances 64 rows by a symbol that matches the rows in `eq`. `above` is the counter of the row
 * above in the previous column; above_beyond is 1 if it has overflowed.
 */
static inline void counters_step(uint64_t *planes, unsigned n, uint64_t *beyond, uint64_t eq,
                                 uint32_t above, uint64_t above_beyond)
{
    uint64_t carry = ~eq;
    _Pragma("GCC unroll 8") for (unsigned b = 0; b < n; b++)
    {
        uint64_t counter = planes[b] << 1 | (above >> b & 1);
        planes[b] = counter ^ carry;
        carry &= counter;
    }
    *beyond = *beyond << 1 | above_beyond | carry;
}

/* Returns the counter of row `row`, counted from 0. */
static inline uint32_t counters_row(const uint64_t *planes, unsigned n, unsigned row)
{
    uint32_t counter = 0;
    _Pragma("GCC unroll 8") for (unsigned b = 0; b < n; b++) counter |=
        (uint32_t)(planes[b] >> row & 1) << b;
    return counter;
}

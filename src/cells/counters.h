/*
 * counters.h - Hamming's distance, 64 rows of a column at once.
 *
 * Row i of column j counts the mismatches of the first i items with the i symbols that end at j.
 * That is the count of row i - 1 in the column before, and one more where the symbol does not match
 * the item. The counters stand upright: bit i of planes[b] is bit b of row i's counter. They begin
 * at 2^planes - 1 - limit, so what is above the limit is carried out of the last plane. Such a row
 * is `beyond`, and so are all that follow on its diagonal. (After the counters of Baeza-Yates and
 * Gonnet, "A new approach to text searching", CACM 35(10), 1992, which lie side by side there.)
 */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdint.h>

enum { COUNTER_ROWS = 64, COUNTER_PLANES = 32 };

/* Where the number of planes is a constant, loops over them are unrolled: they stay in registers.
 */

/* How many planes count up to the limit. */
static inline unsigned counter_planes(uint32_t limit)
{
    return limit > 0 ? 32 - (unsigned)__builtin_clz(limit) : 0;
}

/* What all counters begin at: what row 0 has. */
static inline uint32_t counter_start(unsigned planes, uint32_t limit)
{
    return (uint32_t)((UINT64_C(1) << planes) - 1 - limit);
}

/*
 * Advances 64 rows by a symbol, which the rows in `eq` match. Bit b of `above` is bit b of the
 * counter of the row above in the column before; above_beyond is 1 where that is beyond.
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

/* The counter of row `row`, from 0, as a number. */
static inline uint32_t counters_row(const uint64_t *planes, unsigned n, unsigned row)
{
    uint32_t counter = 0;
    _Pragma("GCC unroll 8") for (unsigned b = 0; b < n; b++) counter |=
        (uint32_t)(planes[b] >> row & 1) << b;
    return counter;
}

#endif

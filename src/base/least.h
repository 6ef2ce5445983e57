/* least.h - the lesser and the greater of two numbers. */
#pragma once

#include <stdint.h>

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline uint64_t least_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t most_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline uint32_t least_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t most_u32(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

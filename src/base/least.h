/* least.h - the lesser and the greater of two numbers. */
#ifndef LEAST_H
#define LEAST_H

#include <stdint.h>

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

#endif

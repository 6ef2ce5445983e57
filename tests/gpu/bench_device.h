/* bench_device.h - functions shared by the benchmarks of edcmp's devices. */
#pragma once

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "ref/random.h"

/* Exits with the message unless `good`. */
static inline void must(bool good, const char *what)
{
    if (good)
        return;
    (void)fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
    exit(1);
}

/* Returns n random codes below `ncodes`. The caller frees them. */
static inline unsigned char *draw(uint64_t seed, size_t n, unsigned ncodes)
{
    unsigned char *codes = malloc(n);
    must(codes != NULL, "out of memory");
    struct random r = random_open(seed, n);
    for (size_t i = 0; i < n; i++)
        codes[i] = (unsigned char)random_below(&r, ncodes);
    return codes;
}

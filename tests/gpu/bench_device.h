/* bench_device.h - what the benchmarks of edcmp's devices share. */
#pragma once

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "ref/random.h"

/* Ends the program, saying what is wrong, unless all is good. */
static inline void must(bool good, const char *what)
{
    if (good)
        return;
    (void)fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
    exit(1);
}

/* n random codes below `ncodes`; free() them. */
static inline unsigned char *draw(uint64_t seed, size_t n, unsigned ncodes)
{
    unsigned char *codes = malloc(n);
    must(codes != NULL, "out of memory");
    struct random r = random_open(seed, n);
    for (size_t i = 0; i < n; i++)
        codes[i] = (unsigned char)random_below(&r, ncodes);
    return codes;
}

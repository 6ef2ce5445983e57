/* run_hash.h - hashes of all runs of the same length, each from the one before. */
#ifndef RUN_HASH_H
#define RUN_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pair/sequences.h"

static const uint64_t RUN_FACTOR = 0x9E3779B97F4A7C15; /* odd, without a pattern: 2^64 / 1.618... */

static inline uint64_t run_code(const unsigned char *codes, unsigned width, size_t i)
{
    uint32_t code;
    if (width == 1)
        return (uint64_t)codes[i] + 1;
    memcpy(&code, codes + i * sizeof code, sizeof code);
    return (uint64_t)code + 1;
}

/* The hash of the run of `length` codes from `at` on. */
static inline uint64_t run_hash(const unsigned char *codes, unsigned width, size_t at,
                                size_t length)
{
    uint64_t hash = 0;
    for (size_t i = at; i < at + length; i++)
        hash = hash * RUN_FACTOR + run_code(codes, width, i);
    return hash;
}

/* RUN_FACTOR to the power of length - 1: the factor of a run's first code. */
static inline uint64_t run_first_factor(size_t length)
{
    uint64_t factor = 1;
    for (size_t i = 1; i < length; i++)
        factor *= RUN_FACTOR;
    return factor;
}

/* The hash of the run that begins one code behind `at`. */
static inline uint64_t run_hash_next(uint64_t hash, const unsigned char *codes, unsigned width,
                                     size_t at, size_t length, uint64_t first_factor)
{
    return (hash - run_code(codes, width, at) * first_factor) * RUN_FACTOR +
           run_code(codes, width, at + length);
}

/* The best bits of a hash. */
static inline size_t run_hash_top(uint64_t hash, unsigned bits)
{
    return hash * RUN_FACTOR >> (64 - bits);
}

/* How many codes stand in the first sequence, if they were equally frequent: two codes of it are
 * equal as often. */
double run_different_codes(const struct sequences *s);

/* The least length of a run, at least `least` and at most `most`, that one run in `runs` has by
 * chance. */
size_t run_unlikely_length(const struct sequences *s, double runs, size_t least, size_t most);

#endif

/* run_hash.h - hashes of runs of codes, and how long runs must be to be rare. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pair/sequences.h"

static const uint64_t RUN_FACTOR = 0x9E3779B97F4A7C15; /* odd, without a pattern: 2^64 / 1.618... */

enum { RUN_BYTES_LEAST = 4 };

static inline uint64_t run_code(const unsigned char *codes, unsigned width, size_t i)
{
    uint32_t code;
    if (width == 1)
        return (uint64_t)codes[i] + 1;
    memcpy(&code, codes + i * sizeof code, sizeof code);
    return (uint64_t)code + 1;
}

/* `bytes` bytes, from 4 to 8, as one word. */
static inline uint64_t run_word(const unsigned char *from, size_t bytes)
{
    uint32_t first, last;
    uint64_t word;
    if (bytes == sizeof word) {
        memcpy(&word, from, sizeof word);
        return word;
    }
    memcpy(&first, from, sizeof first);
    memcpy(&last, from + bytes - sizeof last, sizeof last);
    return first | (uint64_t)last << 32;
}

static inline uint64_t run_hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * RUN_FACTOR;
    return hash ^ hash >> 32;
}

/* The hash of the run of `length` codes from `at` on, which are at least RUN_BYTES_LEAST bytes. Its
 * words are read independently of the run before, and the last two may overlap. */
static inline uint64_t run_hash(const unsigned char *codes, unsigned width, size_t at,
                                size_t length)
{
    const unsigned char *from = codes + at * width;
    size_t bytes = length * width, word = sizeof(uint64_t);
    uint64_t hash = 0;
    if (bytes < word)
        return run_hash_word(0, run_word(from, bytes));
    for (size_t i = 0; i + word < bytes; i += word)
        hash = run_hash_word(hash, run_word(from + i, word));
    return run_hash_word(hash, run_word(from + bytes - word, word));
}

/* The best bits of a hash. */
static inline size_t run_hash_top(uint64_t hash, unsigned bits)
{
    return hash >> (64 - bits);
}

/* How many codes stand in the first sequence, if they were equally frequent: two codes of it are
 * equal as often. */
double run_different_codes(const struct sequences *s);

/* The least length of a run, at least `least` and at most `most`, that one run in `runs` has by
 * chance. */
size_t run_unlikely_length(const struct sequences *s, double runs, size_t least, size_t most);

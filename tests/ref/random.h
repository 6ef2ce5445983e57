/* random.h - reproducible random numbers, the same on every machine: splitmix64. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* Returns the generator of case `number` of a seed. */
static inline struct random random_open(uint64_t seed, uint64_t number)
{
    struct random r = {seed};
    r.state = random_next(&r) ^ number * 0xd1342543de82ef95;
    r.state = random_next(&r);
    return r;
}

/* Returns a number below n >= 1. */
static inline uint64_t random_below(struct random *r, uint64_t n)
{
    return n > 1 ? random_next(r) % n : 0;
}

/* Returns a number from low to high, inclusive. */
static inline uint64_t random_between(struct random *r, uint64_t low, uint64_t high)
{
    return low + random_below(r, high - low + 1);
}

static inline bool random_percent(struct random *r, unsigned percent)
{
    return random_below(r, 100) < percent;
}

/* Returns a number from 1 to high; each power of two is equally likely to be the leading one. */
static inline uint64_t random_log(struct random *r, uint64_t high)
{
    unsigned bits = 0;
    while (bits < 63 && high >> (bits + 1) != 0)
        bits++;
    uint64_t low = (uint64_t)1 << random_below(r, bits + 1);
    return random_between(r, low, 2 * low - 1 < high ? 2 * low - 1 : high);
}

#include "plan/rates.h"

#include <time.h>

#include "plan/costs.h"

enum {
    ROUNDS = 3,  /* of arithmetic; the fastest counts */
    STEPS = 1000 /* of a round */
};

/*
 * Other threads and processes, and first-time initialization, only lengthen a measurement. So a
 * shorter measurement has more weight than a longer one, and a longer one is capped at a multiple
 * of the mean.
 */
static const float SHORTER = 0.75F, LONGER = 0.5F, LONGER_MOST = 8;
static const double FACTOR_LEAST = 1.0 / 256, FACTOR_MOST = 1 << 20;

uint64_t (*rates_clock)(void);

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;
    if (rates_clock != NULL)
        return rates_clock();
    (void)clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t rates_wall(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t rates_now(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

/* Returns the nanoseconds of a round of dependent operations. */
static uint64_t time_round(void)
{
    uint64_t x = 1, begin = rates_wall();
    for (unsigned i = 0; i < STEPS; i++) {
        x = x * UINT64_C(0x9e3779b97f4a7c15) + i;
        __asm__ volatile("" : "+r"(x));
    }
    return rates_wall() - begin;
}

float rates_machine(void)
{
    static _Atomic float machine;
    float known = atomic_load_explicit(&machine, memory_order_relaxed);
    if (known > 0)
        return known;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t took = time_round();
        least = took < least ? took : least;
    }
    known = (float)((double)least / (STEPS * COST_ARITHMETIC));
    known = known > 0.25F ? known : 0.25F;
    atomic_store_explicit(&machine, known, memory_order_relaxed);
    return known;
}

float rate_factor(const struct rate *r)
{
    if (atomic_load_explicit(&r->n, memory_order_relaxed) == 0)
        return rates_machine();
    return atomic_load_explicit(&r->factor, memory_order_relaxed);
}

void rate_add(struct rate *r, double predicted, double actual)
{
    uint32_t n = atomic_load_explicit(&r->n, memory_order_relaxed);
    float mean = rate_factor(r);
    double times = predicted > 0 ? actual / predicted : FACTOR_LEAST;
    times = times > FACTOR_LEAST ? times : FACTOR_LEAST;
    times = times < FACTOR_MOST ? times : FACTOR_MOST;
    float x = (float)times < LONGER_MOST * mean ? (float)times : LONGER_MOST * mean;
    float share = x >= mean ? LONGER : n == 0 ? 1 : SHORTER;
    atomic_store_explicit(&r->factor, mean + (x - mean) * share, memory_order_relaxed);
    if (n < UINT32_MAX)
        atomic_store_explicit(&r->n, n + 1, memory_order_relaxed);
}

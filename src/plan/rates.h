/*
 * rates.h - measured speed: how much longer a way takes on this machine and this text than costs.h
 * predicts, as a running mean.
 *
 * Threads share a rate. They update it without a lock: an update that is lost costs nothing but a
 * measurement.
 */
#ifndef RATES_H
#define RATES_H

#include <stdatomic.h>
#include <stdint.h>

struct rate {
    _Atomic float factor; /* measured time through predicted time */
    _Atomic uint32_t n;   /* measurements; the latest count most */
};

/* The factor; before anything is measured, that of rates_machine(). */
float rate_factor(const struct rate *r);

/* Adds a measurement: what was predicted took `actual`. */
void rate_add(struct rate *r, double predicted, double actual);

/* Nanoseconds since some moment. Reading it takes about 30. */
uint64_t rates_wall(void);

/* Nanoseconds that the calling thread has run: those are measured, as other threads may take its
 * place on the processor. Reading it takes about 200. */
uint64_t rates_now(void);

/* How much slower this machine is than that of costs.h: some arithmetic is timed, once in the
 * process, which takes some 5 microseconds. */
float rates_machine(void);

/* For tests: another clock in the place of both. NULL: none. */
extern uint64_t (*rates_clock)(void);

#endif

/*
 * rates.h - measured speed: how much longer a way takes on this machine and this text than costs.h
 * predicts, as a running mean.
 *
 * Threads share a rate, and update it without a lock: a lost update loses only a measurement.
 */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

struct rate {
    _Atomic float factor; /* measured time / predicted time */
    _Atomic uint32_t n;   /* number of measurements; recent ones have more weight */
};

/* Returns the factor; before any measurement, that of rates_machine(). */
float rate_factor(const struct rate *r);

/* Adds a measurement: work with the time `predicted` took `actual`. */
void rate_add(struct rate *r, double predicted, double actual);

/* Returns a monotonic wall clock in nanoseconds. A read takes about 30 ns. */
uint64_t rates_wall(void);

/* Returns the CPU time of the calling thread in nanoseconds. Measurements use it because the thread
 * may be preempted. A read takes about 200 ns. */
uint64_t rates_now(void);

/* Returns how much slower this machine is than that of costs.h. Times some arithmetic once in the
 * process, which takes about 5 microseconds. */
float rates_machine(void);

/* For tests: replaces both clocks unless NULL. */
extern uint64_t (*rates_clock)(void);

/*
 * helpers.h - a thread pool that runs one job at a time: a free thread takes the job's next piece.
 *
 * The calling thread works too. One thread at a time may use a pool.
 */
#pragma once

#include <stddef.h>

struct helpers;

/* Returns a pool of up to `threads` threads, the caller's included. The others start with the first
 * job, as many as the system allows. Exits the program when out of memory. */
struct helpers *helpers_open(unsigned threads);
void helpers_close(struct helpers *h); /* NULL is ignored */

/* Returns the number of threads, the caller's included. */
unsigned helpers_threads(const struct helpers *h);

/* Calls piece(job, i) once for each i below n, and returns when all have returned. */
void helpers_do(struct helpers *h, size_t n, void (*piece)(void *job, size_t i), void *job);

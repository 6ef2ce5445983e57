/* progress.h - the progress line on standard error: amount, rate, share and time left. */
#pragma once

#include <stdint.h>

struct progress;

struct progress_unit {
    const char *name;
    double size; /* the unit of amounts: 1e6 for bytes, to show MB */
};

/*
 * `wanted` is --progress: 1 always shows the line; -1 never; 0 shows it after a second, and only if
 * standard error is a terminal, and, if standard output is one too, until progress_yield(). `total`
 * is the final amount, INFINITY if unknown. Returns NULL if nothing will be shown; all functions
 * below accept NULL.
 */
struct progress *progress_open(int wanted, const struct progress_unit *unit, double total);

/* Begins an input of `size` bytes (UINT64_MAX: unknown). If progress_open() was given no total, the
 * total becomes what is done by then plus this input. */
void progress_input(struct progress *p, uint64_t size);

/* progress_add() adds `amount`. progress_reach() sets the amount to `done` of `total`. */
void progress_add(struct progress *p, double amount);
void progress_reach(struct progress *p, double done, double total);

/* To be called before a write to standard output. If that is the same terminal as standard error,
 * removes the progress line, and shows no more unless it was demanded. */
void progress_yield(void *progress);

/* Removes the line. */
void progress_close(struct progress *p);

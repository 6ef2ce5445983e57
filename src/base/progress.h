/* progress.h - amount, rate, share and time left, on standard error, while the program works. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

struct progress;

struct progress_unit {
    const char *name;
    double size; /* one unit, in what amounts are counted in: 1e6 where they are bytes, for MB */
};

/*
 * `wanted` is --progress: 1 shows the line always; -1 never; 0 shows it after a second, and only
 * where standard error is a terminal; where standard output is one too, until progress_yield().
 * `total` is the amount in the end,
 * INFINITY where unknown. NULL when nothing will be shown; all functions below take NULL too.
 */
struct progress *progress_open(int wanted, const struct progress_unit *unit, double total);

/* An input of `size` (UINT64_MAX: not known) begins. Where progress_open() was given no total, what
 * is done by then and this input are the total. */
void progress_input(struct progress *p, uint64_t size);

/* progress_add(): `amount` more is done. progress_reach(): `done` of `total` is. */
void progress_add(struct progress *p, double amount);
void progress_reach(struct progress *p, double done, double total);

/* To be called before a write to standard output. If that is the same terminal as standard error,
 * removes the progress line, and shows no more unless it was demanded. */
void progress_yield(void *progress);

/* Takes the line away. */
void progress_close(struct progress *p);

#endif

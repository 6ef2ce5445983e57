/* progress.h - amount, rate, share and time left, on standard error, while the program works. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

struct progress;

struct progress_unit {
    const char *name;
    double size; /* in what amounts count */
};

/*
 * `wanted` is --progress: 1 always, 0 when standard error alone is a terminal and after a second,
 * -1 never; `total` the amount in the end, INFINITY when it is not known. NULL, which all others
 * take too, when there is nothing to be told.
 */
struct progress *progress_open(int wanted, const struct progress_unit *unit, double total);

/* An input of `size` (UINT64_MAX: not known) begins, and the total was not known before. */
void progress_input(struct progress *p, uint64_t size);

/* `amount` more is done, or `done` of `total`. */
void progress_add(struct progress *p, double amount);
void progress_reach(struct progress *p, double done, double total);

/* Takes the line away. */
void progress_close(struct progress *p);

#endif

/* progress.h - bytes, rate, share and time left, on standard error, while the program works. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

#include "options.h"

struct progress;

/* NULL when there is nothing to be told (--progress, and terminals, decide). */
struct progress *progress_open(const struct options *o);

/* An input of `size` bytes (UINT64_MAX: not known) begins. */
void progress_input(struct progress *p, uint64_t size);

/* `bytes` more have been searched. */
void progress_add(struct progress *p, uint64_t bytes);

/* Takes the line away. */
void progress_close(struct progress *p);

#endif

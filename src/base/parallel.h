/* parallel.h - runs a function on several threads. */
#pragma once

#include <stddef.h>

/*
 * Calls work(context) once on each of `threads` threads, the caller's included, and waits for all.
 * If the system gives fewer threads, makes fewer calls. Ignores what work() returns. Returns the
 * number of threads.
 */
unsigned in_parallel(unsigned threads, void *(*work)(void *context), void *context);

/* The same for work that may call die() and xalloc.h. If a thread runs out of memory, the others go
 * on to their ends; then the caller's thread dies (diag.h). What that thread has allocated is not
 * freed. */
void in_parallel_or_die(unsigned threads, void *(*work)(void *context), void *context);

/* Calls work(context, piece) once for each piece below `count`, by threads as above. */
void in_pieces_or_die(unsigned threads, size_t count, void (*work)(void *context, size_t piece),
                      void *context);

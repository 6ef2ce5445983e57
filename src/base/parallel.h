/* parallel.h - runs a function on several threads. */
#ifndef PARALLEL_H
#define PARALLEL_H

/*
 * Calls work(context) once on each of `threads` threads, the caller's included, and waits for all.
 * If the system gives fewer threads, makes fewer calls. Ignores what work() returns. Returns the
 * number of threads.
 */
unsigned in_parallel(unsigned threads, void *(*work)(void *context), void *context);

#endif

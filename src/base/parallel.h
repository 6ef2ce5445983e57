/* parallel.h - several threads share out one piece of work. */
#ifndef PARALLEL_H
#define PARALLEL_H

/*
 * Calls work(context) once on each of `threads` threads, of which the caller's is one, and waits
 * for all. Where the system gives fewer threads, fewer calls are made. What work() returns is
 * ignored. Returns how many threads there were.
 */
unsigned in_parallel(unsigned threads, void *(*work)(void *context), void *context);

#endif

/* parallel.h - several threads share out one piece of work. */
#ifndef PARALLEL_H
#define PARALLEL_H

/*
 * Calls work(context) on so many threads, the caller's included, and waits for all. When the system
 * does not give so many threads, fewer do the work. What work() returns is ignored. Returns how
 * many threads there were.
 */
unsigned in_parallel(unsigned threads, void *(*work)(void *context), void *context);

#endif

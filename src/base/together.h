/*
 * together.h - the same work by several threads, which share it out among themselves.
 */
#ifndef TOGETHER_H
#define TOGETHER_H

/*
 * Calls work(context) on so many threads, the caller's included, and waits for all. Those that
 * cannot be had are done without; what work() returns is ignored. Returns how many there were.
 */
unsigned together(unsigned threads, void *(*work)(void *context), void *context);

#endif

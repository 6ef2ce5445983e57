/*
 * ending.h - the end of the program, and threads that must not be at work then: they use a library
 * that goes away in exit(3).
 */
#ifndef ENDING_H
#define ENDING_H

/* Between these two calls of a thread the program does not end: the thread that ends it waits. Once
 * the end has begun, ending_hold() does not return. Calls may be nested. */
void ending_hold(void);
void ending_release(void);

/* The end begins: waits until no thread is between the two calls. The thread that has called it may
 * do so again; to all others it does not return. */
void ending_begin(void);

#endif

/*
 * at_exit.h - the end of the program, and threads that must not be at work then: they use a library
 * that goes away in exit(3).
 */
#ifndef AT_EXIT_H
#define AT_EXIT_H

/* Between these two calls of a thread the program does not end: the thread that ends it waits. Once
 * the end has begun, at_exit_hold() does not return. Calls may be nested. */
void at_exit_hold(void);
void at_exit_release(void);

/* The end begins: waits until no thread is between the two calls. The thread that has called it may
 * do so again; to all others it does not return. */
void at_exit_begin(void);

#endif

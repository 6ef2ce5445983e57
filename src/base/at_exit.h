/*
 * at_exit.h - the end of the program, which waits for threads that use a library with exit
 * handlers.
 */
#ifndef AT_EXIT_H
#define AT_EXIT_H

/* Between these two calls of a thread the program does not end: exit waits. After the end has
 * begun, at_exit_hold() does not return. Calls may be nested. */
void at_exit_hold(void);
void at_exit_release(void);

/* Begins the end: waits until no thread is between the two calls. The caller may call it again; for
 * all other threads it does not return. */
void at_exit_begin(void);

#endif

/*
 * at_exit.h - makes exit wait for threads that use a library with exit handlers.
 */
#ifndef AT_EXIT_H
#define AT_EXIT_H

/* Exit waits while any thread is between these two calls. Once exiting has begun, at_exit_hold()
 * does not return. Calls may be nested. */
void at_exit_hold(void);
void at_exit_release(void);

/* Begins exiting: waits until no thread is between the two calls. The same thread may call it
 * again; in other threads it does not return. */
void at_exit_begin(void);

#endif

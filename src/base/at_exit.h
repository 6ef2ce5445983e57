/*
 * at_exit.h - makes exit wait for threads that use a library with exit handlers.
 */
#pragma once

/* Exit waits while any thread is between these two calls. Once exiting has begun, at_exit_hold()
 * does not return. Calls may be nested. */
void at_exit_hold(void);
void at_exit_release(void);

/* From now on exiting takes at most a few seconds: a thread or an exit handler of the library may
 * never return. */
void at_exit_hurry(void);

/* Begins exiting with this status: waits until no thread is between the two calls. The same thread
 * may call it again; in other threads it does not return. */
void at_exit_begin(int status);

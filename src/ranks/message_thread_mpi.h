/*
 * message_thread_mpi.h - the thread of a rank that makes all calls of MPI, from MPI_Init_thread()
 * to MPI_Finalize().
 *
 * The others put what they send into its outbox, and find what has come in its inbox; one lock
 * guards both. So nobody else waits for MPI, and messages move on while all others compute.
 *
 * MPI cannot wait without using up a processor, so the courier looks after its messages, rests, and
 * looks again. Ranks of one host ring each other's bell (wakeup.h) when something is on its way, as
 * do the threads of a rank: then a rest is long, and ends when there is something to do. Of other
 * hosts it must ask: there a rest is short, and longer each time that nothing has happened.
 *
 * The end: rank 0's courier sends QUIT, and takes in what is still on its way until each follower
 * has said BYE. A follower's courier that finds QUIT says BYE, as its last message, and ends the
 * process, whatever its other threads are about. Where that takes longer than some seconds, rank 0
 * leaves without the others, and the launcher ends them.
 */
#ifndef MESSAGE_THREAD_MPI_H
#define MESSAGE_THREAD_MPI_H

#include <stdbool.h>

#include "ranks/message_mpi.h"

/* Begins MPI, and knows its place then (host_mpi.h). False: it cannot be. Main thread, once. */
bool message_thread_start(void);

/* On rank 0: ends the followers, and MPI. False: it does not end in time. Main thread, once. */
bool message_thread_end(void);

/* Any thread. */

/* Sends the letter, and closes it. */
void message_thread_post(struct mpi_message *l);

/* The next letter that has come, or NULL. */
struct mpi_message *message_thread_take(void);

/* A message could not be sent or received, for there is no memory: from then on the end alone is
 * awaited. Whether that is so. */
void message_thread_lose(void);
bool message_thread_has_lost(void);

/* See ranks_await(), ranks_wake(). */
void message_thread_await(void);
void message_thread_wake(void);

#endif

/*
 * message_thread_mpi.h - the message thread: the thread of a rank that makes all calls of MPI, from
 * MPI_Init_thread() to MPI_Finalize().
 *
 * Other threads put messages into its outbox, and take received ones from its inbox; one lock
 * guards both. So no other thread waits for MPI, and messages travel while all others compute.
 * ranks_await() and ranks_wake() (ranks.h) belong to it.
 *
 * MPI waits by polling, which occupies a processor. So the message thread polls, sleeps, and polls
 * again. Ranks of one host wake each other (wakeup.h) when a message is under way, and so do the
 * threads of a rank: then a sleep is long, and ends when there is work. For ranks of other hosts
 * the thread must poll: then sleeps are short, and grow while nothing happens.
 *
 * Shutdown: rank 0's message thread sends QUIT, and receives messages until each follower has sent
 * BYE. A follower's message thread that receives QUIT sends BYE, as its last message, and ends the
 * process, whatever its other threads are doing. If that takes more than some seconds, rank 0 exits
 * without the others, and the launcher ends them.
 */
#pragma once

#include <stdbool.h>

#include "ranks/message_mpi.h"

/* Starts MPI, and sets this_rank (host_mpi.h). Returns false on failure. Main thread, once. */
bool message_thread_start(void);

/* On rank 0: ends the followers, and MPI. Returns false if that takes too long. Main thread,
 * once. */
bool message_thread_end(void);

/* For any thread: */

/* Sends the message, and frees it. */
void message_thread_post(struct mpi_message *m);

/* Returns the next received message, or NULL. */
struct mpi_message *message_thread_take(void);

/* A message was lost for lack of memory: from now on only the end of the run is awaited.
 * message_thread_has_lost() returns whether that happened. */
void message_thread_lose(void);
bool message_thread_has_lost(void);

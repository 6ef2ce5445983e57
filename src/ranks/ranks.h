/*
 * ranks.h - the processes of one search or comparison, and the messages between them.
 *
 * Rank 0 leads: it reads the command line and prints. The others follow: they wait for messages and
 * execute them. A process that no launcher started is alone: rank 0 of one.
 *
 * There are two implementations, and a program is linked with one of them. ranks_alone.c supports
 * one process; if a launcher has started it, it executes NAME-mpi instead, the same program with
 * ranks_mpi.c. Nothing else uses MPI.
 *
 * A message is a kind, defined by the program, and any number of bytes. Messages from one rank to
 * another arrive in the order in which they were sent. Any thread may send and receive. Messages
 * travel in the background, while all threads compute; neither call waits for them. A thread
 * without work waits for the next message by ranks_await(), which uses no processor time. A thread
 * that waits for other events too is woken by ranks_wake().
 *
 * A run may end at any moment: when rank 0 ends, the followers end too, at once and with status 0,
 * whatever their threads are doing. When the main thread of a follower dies or reports an error
 * (diag.h), rank 0's ranks_receive() dies with the follower's reason: "rank 1 (host): reason".
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct message {
    unsigned rank; /* that sent it */
    unsigned kind; /* less than RANKS_KINDS */
    void *bytes;   /* free() it; NULL when size is 0 */
    size_t size;
};

enum { RANKS_KINDS = 64 };

/* To be called first in main(), with the program's name and its arguments. */
void ranks_begin(const char *program, char **argv);

/* To be called last in main(): followers wait here until they are ended, and do not return. Returns
 * `status` on rank 0. If rank 0 calls exit() instead, the effect is the same. */
int ranks_end(int status);

/* This process among the ranks; constant after ranks_begin(). */
struct rank_place {
    unsigned count, own;           /* the number of ranks, and this rank's number */
    unsigned on_host, own_on_host; /* the same among the ranks on this host */
    const char *host;              /* name of this host */
};
extern struct rank_place rank_place;

/* Returns how many processors this rank should use, at least 1: its share of those in its affinity
 * mask, which other ranks may use too. */
unsigned ranks_cpus(void);

/* Returns whether the descriptor is the user's terminal. Under a launcher it is not: rank 0 may
 * have a terminal of its own, connected to the user's file or pipe. */
bool ranks_terminal(int fd);

/* Queues the message for rank `to`, and takes ownership of the bytes, which malloc() gave. When out
 * of memory, the next ranks_receive() dies. */
void ranks_send(unsigned to, unsigned kind, void *bytes, size_t size);

/* Returns the next message, if one has come. Dies if a message was lost for lack of memory, here or
 * on a follower. */
bool ranks_receive(struct message *m);

/* Waits until there is a message, or ranks_wake() was called since the last wait; at most 10 ms.
 * One thread of a process at a time. */
void ranks_await(void);

/* Wakes the thread that waits in ranks_await(). Any thread. */
void ranks_wake(void);

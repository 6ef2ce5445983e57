/*
 * follow.h - the other ranks of a test program that runs edgrep or edcmp many times.
 *
 * Rank 0 has the cases. The other ranks, the followers, call the program again and again; what they
 * need comes from rank 0.
 *
 * A follower must print nothing. Its standard output and error go to a file in memory, which rank 0
 * checks after each run.
 */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "ranks/ranks.h"

/* Call first in main(), after ranks_begin(). On rank 0, makes the file in memory and sends its name
 * to the followers. On a follower, calls `run` with the only argument `name` until rank 0 ends, and
 * never returns. */
void follow_begin(int (*run)(int argc, char **argv), const char *name);

/* On rank 0: sends the followers the directory of the cases, and waits until they are there. Call
 * once. */
void follow_directory(const char *directory);

/* Returns how many bytes the followers have printed since the last call. Stores the first of them
 * in `text`, with a closing NUL. */
size_t follow_printed(char *text, size_t size);

/* The number of messages of each kind that this rank has received; 0 without ranks. */
extern atomic_ulong follow_received[RANKS_KINDS];

/* MESSAGE_EXTRACT (edgrep/messages.h), for files that cannot include it. */
extern const unsigned follow_extract;

/* On rank 0: returns whether there are no followers, or they have sent at least cases / 20 replies
 * of these two kinds. */
bool follow_worked(unsigned long cases, unsigned kind, unsigned other);

/* Prints the number of these replies if there are followers. */
void follow_print_replies(unsigned kind, unsigned other);

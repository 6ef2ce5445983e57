/*
 * follow.h - the ranks of a test program that runs edgrep or edcmp many times.
 *
 * Rank 0 has the cases. The others know nothing of them: they call the program again and again, and
 * it does there what rank 0's says. So what a follower needs has to come from rank 0.
 *
 * A follower prints nothing. Its standard output and error are a file in memory, which rank 0 looks
 * at behind each run.
 */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "ranks/ranks.h"

/* First of all in main(), behind ranks_begin(): makes the file, and leads the others to it. They
 * do not return, but call `run` with the one argument `name` until rank 0 ends. */
void follow_begin(int (*run)(int argc, char **argv), const char *name);

/* On rank 0, when it knows the directory of the cases: so that the others go there. Once. */
void follow_directory(const char *directory);

/* How many bytes the others have printed since the last call: the first of them are put into
 * `text`, with a closing NUL. */
size_t follow_printed(char *text, size_t size);

/* How many messages of each kind this rank has received; 0 without ranks. So a test knows that the
 * others have worked. */
extern atomic_ulong follow_received[RANKS_KINDS];

/* The kind that MESSAGE_EXTRACT is (edgrep/messages.h), for those who cannot include that. */
extern const unsigned follow_extract;

/* On rank 0: whether there are no other ranks, or at least a twentieth as many replies of these two
 * kinds have come as there are cases. */
bool follow_worked(unsigned long cases, unsigned kind, unsigned other);

/* Prints the number of these replies, if there are other ranks. */
void follow_print_replies(unsigned kind, unsigned other);

/*
 * start.h - --ranks=N: the program starts the launcher (mpirun) itself, for ranks of this host.
 *
 * The process that the user started stays as the parent. It starts mpirun, which starts the ranks,
 * and waits for rank 0 to connect to its socket. Rank 0 gets the parent's standard input, output
 * and error over it, and the other descriptors that the parent inherited. So no data passes through
 * mpirun; terminals, pipes and file offsets are as for one process. When rank 0 ends, it sends its
 * status the same way, and the parent exits with it. Messages of mpirun are shown only if MPI did
 * not start.
 *
 * Signals that ask the parent to end (INT, TERM, HUP) end mpirun, and with it all ranks; then the
 * parent dies of the signal. mpirun also ends when the parent is killed.
 *
 * To a launcher the argument ":" begins the next program. So each argument is passed with
 * START_MARK in front.
 */
#ifndef START_H
#define START_H

#include <stdbool.h>

enum { START_MARK = '=' };

/* The parent: runs `program` with `n` ranks and these arguments (as of main()), and returns its
 * exit status. */
int start_ranks(const char *program, unsigned n, char **argv);

/* To be called in NAME-mpi before MPI begins: if start_ranks() started it, removes the marks from
 * the arguments, and on rank 0 takes over the standard streams. */
void start_take_over(char **argv);

/* Whether this process took over the streams of a parent. */
bool start_has_streams(void);

/* On rank 0, notify the parent, if there is one: MPI has started; the exit status. */
void start_begun(void);
void start_tell(int status);

#endif

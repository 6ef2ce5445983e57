/*
 * start.h - --ranks=N: the program starts the launcher (mpirun) itself, for ranks of this host.
 *
 * The process that the user started stays as the parent. It starts mpirun, which starts the ranks,
 * and waits for rank 0 to call: by a socket rank 0 gets the parent's standard input, output and
 * error, and what else was open when the parent was started. So nothing passes through mpirun;
 * terminals, pipes and offsets in files are those that one process would have. When rank 0 ends, it
 * tells its status the same way, and the parent ends with that. What mpirun prints is shown only
 * when MPI did not even begin.
 *
 * Signals that ask the parent to end (INT, TERM, HUP) end mpirun, and with it all ranks; then the
 * parent dies of the signal. mpirun ends as well when the parent is killed.
 *
 * To a launcher the argument ":" begins the next program. So each argument travels with START_MARK
 * in front.
 */
#ifndef START_H
#define START_H

#include <stdbool.h>

enum { START_MARK = '=' };

/* The parent: runs `program` with `n` ranks and these arguments (as of main()), and returns its
 * exit status. */
int start_ranks(const char *program, unsigned n, char **argv);

/* In NAME-mpi, before MPI begins: if it was started by start_ranks(), takes the marks off the
 * arguments, and on rank 0 the standard streams. */
void start_take_over(char **argv);

/* Whether this process has the streams of a parent. */
bool start_has_streams(void);

/* On rank 0, for the parent if there is one: MPI has begun; the exit status. */
void start_begun(void);
void start_tell(int status);

#endif

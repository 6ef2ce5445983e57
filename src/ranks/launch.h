/*
 * launch.h - how a program becomes several ranks.
 *
 * A launcher of MPI (mpirun, srun) starts a process for each rank, and tells it so in the
 * environment. Programs are not linked to MPI; the one called NAME executes NAME-mpi then, from its
 * own directory or else from PATH.
 */
#ifndef LAUNCH_H
#define LAUNCH_H

#include <limits.h>
#include <stdbool.h>

/* Whether a launcher started this process. */
bool launch_is_launched(void);

/* The number of this rank as the launcher tells it, 0 where there is none. */
unsigned launch_rank(void);

/* Where NAME-mpi is; false: nowhere, and errno says why. */
bool launch_find(const char *program, char path[PATH_MAX]);

/* Executes NAME-mpi with these arguments if a launcher started this process, and others with it;
 * else returns. Ends the program when NAME-mpi is not there. */
void launch_followed(const char *program, char **argv);

/* Ends the program because NAME-mpi cannot be executed, as errno says. */
_Noreturn void launch_fail(const char *program);

#endif

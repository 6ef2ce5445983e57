/*
 * launch.h - how a program becomes several ranks.
 *
 * A launcher of MPI (mpirun, srun) starts a process for each rank, and sets variables of the
 * environment. Programs are not linked with MPI; the program NAME then executes NAME-mpi, from its
 * own directory or from PATH.
 */
#ifndef LAUNCH_H
#define LAUNCH_H

#include <limits.h>
#include <stdbool.h>

/* Whether a launcher started this process. */
bool launch_is_launched(void);

/* Returns the number of this rank from the environment, or 0. */
unsigned launch_rank(void);

/* Finds NAME-mpi. Returns false with errno if there is none. */
bool launch_find(const char *program, char path[PATH_MAX]);

/* If a launcher started this process with others, executes NAME-mpi with these arguments; otherwise
 * returns. Exits the program if NAME-mpi does not exist. */
void launch_followed(const char *program, char **argv);

/* Exits the program because NAME-mpi cannot be executed; errno has the reason. */
_Noreturn void launch_fail(const char *program);

#endif

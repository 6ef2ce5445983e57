/*
 * launch.h - how a program becomes one of several ranks.
 *
 * A launcher of MPI (mpirun, srun) starts a process for each rank, and sets variables of the
 * environment. Programs are not linked with MPI; the program NAME then executes NAME-mpi, from its
 * own directory or from PATH.
 */
#pragma once

#include <stdbool.h>

/* Returns whether a launcher started this process. */
bool launch_is_launched(void);

/* Returns the number of this rank from the environment, or 0. */
unsigned launch_rank(void);

/* If a launcher started this process with others, executes NAME-mpi with these arguments; otherwise
 * returns. Exits the program if NAME-mpi does not exist. */
void launch_followed(const char *program, char **argv);

/*
 * launch.h - how a program becomes several ranks.
 *
 * A launcher of MPI (mpirun, srun) starts a process for each rank, and tells it so in the
 * environment. Programs are not linked to MPI; the one called NAME executes NAME-mpi then, from its
 * own directory or else from PATH.
 */
#ifndef LAUNCH_H
#define LAUNCH_H

/* Executes NAME-mpi with these arguments if a launcher started this process; else returns. Ends the
 * program when NAME-mpi is not there. */
void launch_followed(const char *program, char **argv);

#endif

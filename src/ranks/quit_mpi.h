/*
 * quit_mpi.h - the end of a rank's process without exit handlers.
 *
 * A library of MPI may end the process itself: mostly with 1, by exit(3) or _exit(2). To the user 1
 * would say that nothing was found, and 0 that all is well. So _exit(2) is replaced by a function
 * that ends the process with EXIT_TROUBLE in these cases, and our own code calls quit().
 */
#ifndef QUIT_MPI_H
#define QUIT_MPI_H

/* What _exit(2) is elsewhere. A signal handler may call it. */
_Noreturn void quit(int status);

/* For an exit handler: MPI, not this program, calls exit(3). Reports that, and quits. */
_Noreturn void quit_for_mpi(void);

#endif

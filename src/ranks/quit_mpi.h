/*
 * quit_mpi.h - ends a rank's process without exit handlers.
 *
 * An MPI library may end the process itself, mostly with status 1, by exit(3) or _exit(2). For
 * edgrep 1 means that nothing was found, and 0 success. So _exit(2) is replaced by a function that
 * ends the process with EXIT_TROUBLE in these cases, and edgrep's own code calls quit().
 */
#pragma once

/* Does what _exit(2) does elsewhere. A signal handler may call it. */
_Noreturn void quit(int status);

/* For an exit handler: MPI, not this program, calls exit(3). Reports that, and quits. */
_Noreturn void quit_for_mpi(void);

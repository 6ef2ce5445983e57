#include "ranks/quit_mpi.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "base/diag.h"
#include "ranks/launch.h"

void quit(int status)
{
    for (;;)
        (void)syscall(SYS_exit_group, status);
}

void quit_for_mpi(void)
{
    diag_error("rank %u: MPI has failed; its own messages say why", launch_rank());
    quit(EXIT_TROUBLE);
}

/* In the place of the function of the C library, for all shared libraries. */
__attribute__((visibility("default"))) void _exit(int status)
{
    if (status == EXIT_SELECTED || status == EXIT_NOTHING)
        quit_for_mpi();
    quit(status);
}

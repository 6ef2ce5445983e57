/* launch.c - see launch.h. */
#include "ranks/launch.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"

/* What launchers of Open MPI, MPICH and Slurm set. */
static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};

static bool is_launched(void)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i]) != NULL)
            return true;
    return false;
}

void launch_followed(const char *program, char **argv)
{
    char path[PATH_MAX], name[32];
    if (!is_launched())
        return;
    (void)snprintf(name, sizeof name, "%s-mpi", program);
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "-mpi");
    if (length > 0) {
        (void)strcpy(path + length, "-mpi");
        (void)execv(path, argv);
    }
    (void)execvp(name, argv);
    die("%s: %s (Debian's package openmpi-bin)", name, strerror(errno));
}

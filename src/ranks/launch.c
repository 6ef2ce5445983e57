#include "ranks/launch.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/own_folder.h"

/* Variables that launchers set: mpirun of Open MPI; that of MPICH, and srun with PMI; srun with
 * PMIx, which does not set the number of ranks, but Slurm does. */
static const struct {
    const char *rank, *count;
} signs[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
             {"PMI_RANK", "PMI_SIZE"},
             {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"}};

enum { SIGNS = sizeof signs / sizeof *signs };

/* Returns the launcher's sign; SIGNS: there is none. */
static size_t find_sign(void)
{
    size_t i = 0;
    while (i < SIGNS && getenv(signs[i].rank) == NULL)
        i++;
    return i;
}

bool launch_is_launched(void)
{
    return find_sign() < SIGNS;
}

unsigned launch_rank(void)
{
    size_t i = find_sign();
    const char *rank = i < SIGNS ? getenv(signs[i].rank) : NULL;
    return rank != NULL ? (unsigned)strtoul(rank, NULL, 10) : 0;
}

/* Returns whether the launcher started one process only, by its environment. */
static bool is_alone(void)
{
    const char *count = getenv(signs[find_sign()].count);
    return count != NULL && strcmp(count, "1") == 0;
}

/* All ranks may come here. One message is enough, so the others leave rank 0 the time for it: when
 * it has ended, its launcher ends them. */
static _Noreturn void fail_launch(const char *program)
{
    int error = errno;
    if (launch_rank() > 0)
        (void)sleep(1);
    die("%s-mpi: %s (Debian's package openmpi-bin)", program, strerror(error));
}

void launch_followed(const char *program, char **argv)
{
    char own[PATH_MAX], path[PATH_MAX + NAME_MAX];
    if (!launch_is_launched() || is_alone())
        return;
    find_own_folder(own, sizeof own);
    (void)snprintf(path, sizeof path, "%s/%s-mpi", own, program);
    if (own[0] != '\0')
        (void)execv(path, argv);
    (void)snprintf(path, sizeof path, "%s-mpi", program);
    (void)execvp(path, argv);
    fail_launch(program);
}

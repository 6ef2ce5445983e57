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

/* `directory` has `length` characters; none of them: the current one. */
static bool find_in(const char *directory, size_t length, const char *program, char path[PATH_MAX])
{
    int size = snprintf(path, PATH_MAX, "%.*s%s%s-mpi", (int)length, directory,
                        length > 0 ? "/" : "", program);
    return size < PATH_MAX && access(path, X_OK) == 0;
}

static bool find_in_own(const char *program, char path[PATH_MAX])
{
    char own[PATH_MAX];
    find_own_folder(own, sizeof own);
    return own[0] != '\0' && find_in(own, strlen(own), program, path);
}

static bool find_in_path(const char *program, char path[PATH_MAX])
{
    const char *at = getenv("PATH");
    errno = ENOENT;
    while (at != NULL) {
        size_t length = strcspn(at, ":");
        if (find_in(at, length, program, path))
            return true;
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
    return false;
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
    char path[PATH_MAX];
    if (!launch_is_launched() || is_alone())
        return;
    if (find_in_own(program, path) || find_in_path(program, path))
        (void)execv(path, argv);
    fail_launch(program);
}

/* ranks_alone.c - see ranks.h: one process. */
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "ranks/launch.h"
#include "ranks/ranks.h"

struct rank_place rank_place = {1, 0, 1, 0, "localhost"};

void ranks_begin(const char *program, char **argv)
{
    diag_program(program);
    launch_followed(program, argv);
}

bool ranks_terminal(int fd)
{
    return isatty(fd) != 0 && !launch_is_launched();
}

int ranks_end(int status)
{
    return status;
}

unsigned ranks_cpus(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (unsigned)count : 1;
}

void ranks_send(unsigned to, unsigned kind, void *bytes, size_t size)
{
    (void)to, (void)kind, (void)size;
    free(bytes); /* there are no other ranks */
}

bool ranks_receive(struct message *m)
{
    (void)m;
    return false;
}

void ranks_await(void)
{
}

void ranks_wake(void)
{
}

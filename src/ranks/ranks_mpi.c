/*
 * ranks_mpi.c - see ranks.h: processes that a launcher started, by MPI 3.1.
 *
 * The message thread of each process (message_thread_mpi.h) sends and receives messages, and ends
 * MPI. A follower whose main thread would die sends FAIL with the reason to rank 0, and waits for
 * its end.
 */
#include "ranks/ranks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/dynlib.h"
#include "ranks/host_mpi.h"
#include "ranks/message_thread_mpi.h"
#include "ranks/quit_mpi.h"

enum {
    FAILURE_SIZE = 4096 + 300,
    ROOM = 256 << 20, /* bytes of address space; Open MPI 4 begins where there are 200 MB in all */
};

static struct mpi_message *failure; /* room for the error of a follower */
static bool begun;                  /* MPI has */
static bool over;                   /* rank 0 ends, or has ended */

/* Rank 0 ends all ranks. `status` is the exit status if MPI does not finish in time. */
static void end_all_ranks(int status)
{
    over = true;
    if (!message_thread_end())
        quit(status);
}

/* MPICH's launcher waits for a rank that ends before MPI has begun there, unless a line of its
 * protocol (PMI 1) tells it. */
static void tell_launcher(int status)
{
    const char *fd = getenv("PMI_FD");
    if (fd != NULL)
        (void)dprintf((int)strtol(fd, NULL, 10), "cmd=abort exitcode=%d\n", status);
}

/* An exit handler: this rank ends before ranks_end(), by die() or by MPI. A follower, and a rank
 * without MPI, leaves all to the launcher. */
static void leave_early(int status, void *nothing)
{
    (void)nothing;
    if (over)
        return;
    if (status != EXIT_TROUBLE)
        quit_for_mpi();
    if (!begun)
        tell_launcher(status);
    if (rank_place.own > 0 || !begun)
        quit(status);
    end_all_ranks(status);
}

/* Sends rank 0 the error of this follower, and waits to be ended. */
static _Noreturn void send_error(void *nothing, const char *message)
{
    struct mpi_message *m = failure;
    (void)nothing;
    int length = snprintf((char *)m->bytes, FAILURE_SIZE, "rank %u (%s): %s", rank_place.own,
                          rank_place.host, message);
    m->size = length < FAILURE_SIZE ? (size_t)length + 1 : FAILURE_SIZE;
    message_thread_post(m);
    for (;;)
        (void)pause();
}

/* A follower prints nothing, and each error ends it. */
static void hear_message(void *nothing, const char *message, bool error)
{
    if (error)
        send_error(nothing, message);
}

static void prepare_failure(void)
{
    failure = mpi_message_open(0, MPI_MESSAGE_FAIL, NULL, 0);
    if (failure == NULL || (failure->bytes = malloc(FAILURE_SIZE)) == NULL)
        die_out_of_memory();
    (void)diag_thread((struct diag_thread){.say = send_error, .hear = hear_message});
}

void ranks_begin(const char *program, char **argv)
{
    (void)argv;
    diag_program(program);
    if (on_exit(leave_early, NULL) != 0)
        die_out_of_memory();
    if (!address_space_left(ROOM)) /* MPI may wait forever */
        die("MPI cannot be started: %s", strerror(ENOMEM));
    if (!message_thread_start())
        die("MPI cannot be started");
    begun = true;
    if (rank_place.own > 0)
        prepare_failure();
}

int ranks_end(int status)
{
    while (rank_place.own > 0) /* the message thread ends the process */
        (void)pause();
    end_all_ranks(status);
    return status;
}

unsigned ranks_cpus(void)
{
    return this_rank.cpus;
}

bool ranks_terminal(int fd)
{
    (void)fd; /* the launcher is in between */
    return false;
}

void ranks_send(unsigned to, unsigned kind, void *bytes, size_t size)
{
    struct mpi_message *m = mpi_message_open(to, (int)kind, bytes, size);
    if (m != NULL) {
        message_thread_post(m);
    } else {
        free(bytes);
        message_thread_lose();
    }
}

bool ranks_receive(struct message *m)
{
    struct mpi_message *next = message_thread_take();
    if (next != NULL && next->tag == MPI_MESSAGE_FAIL)
        die("%s", (const char *)next->bytes);
    if (message_thread_has_lost())
        die_out_of_memory();
    if (next == NULL)
        return false;
    *m = (struct message){next->rank, (unsigned)next->tag, next->bytes, next->size};
    free(next);
    return true;
}

/*
 * ranks_mpi.c - see ranks.h: processes that a launcher started, by MPI 3.1.
 *
 * One lock guards all calls of MPI (MPI_THREAD_SERIALIZED). A message longer than PIECE comes as
 * several, all but the last with the bit MORE in its tag: a count of MPI is an int.
 *
 * What was sent is kept until MPI has done with it. Whoever sends or receives looks after that.
 */
#include "ranks/ranks.h"

#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/xalloc.h"

enum {
    PIECE = 1 << 30,
    MORE = RANKS_KINDS, /* in a tag: the message goes on in the next */
    QUIT = 2 * RANKS_KINDS,
    REST_FIRST = 20000, /* nanoseconds, */
    REST_MOST = 1000000,
    REST_DOUBLES = 4, /* and after how many rests they double */
    TRIES = 1000,
    PATIENCE = 3, /* seconds that rank 0, when it fails, waits for the others */
};

/* What is on its way. */
struct sending {
    struct sending *next;
    void *bytes;
    MPI_Request request;
    bool owns; /* the bytes: it is the last of its message */
};

/* What has come of a message. */
struct partial {
    unsigned char *bytes;
    size_t size;
};

static struct {
    unsigned count, own, on_host, own_on_host;
    char host[MPI_MAX_PROCESSOR_NAME];
    pthread_mutex_t lock; /* guards MPI, and what follows */
    struct sending *sending, **behind;
    struct partial *partials; /* of each rank */
    bool begun;
} ranks = {.count = 1, .lock = PTHREAD_MUTEX_INITIALIZER, .behind = &ranks.sending};

static void lock(void)
{
    (void)pthread_mutex_lock(&ranks.lock);
}

static void unlock(void)
{
    (void)pthread_mutex_unlock(&ranks.lock);
}

/* The lock is held in what follows. */

/* Forgets what has been sent. */
static void look_after(void)
{
    for (struct sending **at = &ranks.sending; *at != NULL;) {
        struct sending *s = *at;
        int done = 0;
        (void)MPI_Test(&s->request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        if (s->owns)
            free(s->bytes);
        free(s);
    }
    ranks.behind = &ranks.sending;
    while (*ranks.behind != NULL)
        ranks.behind = &(*ranks.behind)->next;
}

static void send_piece(unsigned to, int tag, void *bytes, size_t offset, size_t size, bool owns)
{
    struct sending *s = xcalloc(1, sizeof *s);
    s->bytes = bytes;
    s->owns = owns;
    (void)MPI_Isend(bytes != NULL ? (unsigned char *)bytes + offset : NULL, (int)size, MPI_BYTE,
                    (int)to, tag, MPI_COMM_WORLD, &s->request);
    *ranks.behind = s;
    ranks.behind = &s->next;
}

static void send_all(unsigned to, int tag, void *bytes, size_t size)
{
    size_t offset = 0;
    for (; size - offset > PIECE; offset += PIECE)
        send_piece(to, tag | MORE, bytes, offset, PIECE, false);
    send_piece(to, tag, bytes, offset, size - offset, true);
}

/* Adds what has come of a message to what came of it before; whether that is all. */
static bool receive_piece(MPI_Message *matched, MPI_Status *status)
{
    struct partial *p = &ranks.partials[status->MPI_SOURCE];
    int size = 0;
    (void)MPI_Get_count(status, MPI_BYTE, &size);
    if (size > 0)
        p->bytes = xreallocarray(p->bytes, p->size + (size_t)size, 1);
    (void)MPI_Mrecv(size > 0 ? p->bytes + p->size : NULL, size, MPI_BYTE, matched,
                    MPI_STATUS_IGNORE);
    p->size += (size_t)size;
    return (status->MPI_TAG & MORE) == 0;
}

/* Lasts until all has been sent, or for some seconds. */
static void finish(void)
{
    unsigned times = 0;
    time_t end = time(NULL) + PATIENCE;
    for (look_after(); ranks.sending != NULL && time(NULL) < end; look_after())
        ranks_rest(&times);
}

static void end_now(int signal)
{
    (void)signal;
    _exit(EXIT_TROUBLE);
}

/* Ends MPI, which waits for the other ranks: for some seconds only. */
static void finalize(void)
{
    ranks.begun = false;
    (void)signal(SIGALRM, end_now);
    (void)alarm(PATIENCE);
    (void)MPI_Finalize();
    (void)alarm(0);
}

static void send_quit(void)
{
    for (unsigned to = 1; to < ranks.count; to++)
        send_piece(to, QUIT, NULL, 0, 0, true);
    finish();
}

/* Rank 0 has ended: so do the others, whatever they were about. */
static _Noreturn void quit(void)
{
    finalize();
    _exit(EXIT_SELECTED);
}

/* An exit handler: rank 0 ends before ranks_end(). Other threads stay out by the lock. */
static void leave_early(void)
{
    unsigned times = 0;
    if (!ranks.begun || ranks.own > 0)
        return;
    while (pthread_mutex_trylock(&ranks.lock) != 0)
        if (times++ == TRIES || nanosleep(&(struct timespec){0, REST_MOST}, NULL) != 0)
            return; /* it died within MPI: the launcher ends the others */
    send_quit();
    finalize();
}

/* --------------------------------------------------------------------------------------------- */

static void find_host(void)
{
    MPI_Comm host;
    int n, own, length;
    (void)MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    (void)MPI_Comm_size(host, &n);
    (void)MPI_Comm_rank(host, &own);
    (void)MPI_Comm_free(&host);
    (void)MPI_Get_processor_name(ranks.host, &length);
    ranks.on_host = (unsigned)n;
    ranks.own_on_host = (unsigned)own;
}

void ranks_begin(const char *program, char **argv)
{
    int level, n, own;
    (void)argv;
    diag_program(program);
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_SERIALIZED)
        die("MPI: threads cannot be used with it");
    (void)MPI_Comm_size(MPI_COMM_WORLD, &n);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &own);
    ranks.count = (unsigned)n;
    ranks.own = (unsigned)own;
    ranks.partials = xcalloc(ranks.count, sizeof *ranks.partials);
    find_host();
    ranks.begun = true;
    if (atexit(leave_early) != 0)
        die("%s", strerror(ENOMEM));
}

int ranks_end(int status)
{
    struct message m;
    unsigned times = 0;
    if (ranks.own > 0)
        for (;;) {
            if (ranks_receive(&m)) /* ends in quit() */
                free(m.bytes);
            ranks_rest(&times);
        }
    lock();
    send_quit();
    finalize();
    free(ranks.partials);
    return status;
}

unsigned ranks_count(void)
{
    return ranks.count;
}

unsigned ranks_own(void)
{
    return ranks.own;
}

unsigned ranks_on_host(void)
{
    return ranks.on_host;
}

unsigned ranks_own_on_host(void)
{
    return ranks.own_on_host;
}

const char *ranks_host(void)
{
    return ranks.host;
}

void ranks_send(unsigned to, unsigned kind, void *bytes, size_t size)
{
    lock();
    look_after();
    send_all(to, (int)kind, bytes, size);
    unlock();
}

bool ranks_receive(struct message *m)
{
    int there = 0;
    bool whole = false;
    MPI_Message matched;
    MPI_Status status;
    lock();
    look_after();
    (void)MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &matched, &status);
    if (there && (whole = receive_piece(&matched, &status))) {
        struct partial *p = &ranks.partials[status.MPI_SOURCE];
        *m = (struct message){(unsigned)status.MPI_SOURCE, (unsigned)status.MPI_TAG, p->bytes,
                              p->size};
        *p = (struct partial){NULL, 0};
        if (status.MPI_TAG == QUIT)
            quit();
    }
    unlock();
    return whole;
}

void ranks_rest(unsigned *times)
{
    long rest = (long)REST_FIRST << (*times / REST_DOUBLES < 6 ? *times / REST_DOUBLES : 6);
    struct timespec time = {0, rest < REST_MOST ? rest : REST_MOST};
    (void)nanosleep(&time, NULL);
    ++*times;
}

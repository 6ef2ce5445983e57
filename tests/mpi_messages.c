/*
 * mpi_messages.c - tests messages between ranks: none is lost, duplicated or changed, and those of
 * one sender stay in order. Started by a launcher (as in tests/check_ranks_launch). Rank 0 prints
 * how many checks passed and failed.
 *
 *   mpi_messages            messages of many sizes, from several threads at once, in pieces
 *   mpi_messages die        the last follower dies: rank 0 prints the reason, status 2
 *   mpi_messages quit       rank 0 ends while the followers' threads send and compute
 *   mpi_messages exit       rank 0 dies while they do
 *   mpi_messages loss       the last follower runs out of memory for messages
 *   mpi_messages share N    each rank prints its number of processors, and which of N devices it
 * uses mpi_messages time N     sends N MiB there and back, and prints the time
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "ranks/message_thread_mpi.h"
#include "ranks/ranks.h"
#include "ranks/share.h"

enum {
    THREADS = 4,
    MESSAGES = 300, /* of each thread */
    ROUNDS = 3,
    SIZE_MOST = 5000,
    PIECE = 1000, /* bytes */
    ECHO = 1,
    FROM_THREAD, /* and the next THREADS - 1 */
    NEXT = 20,
};

static struct {
    unsigned passed, failed;
} counted;

static void check(bool good, const char *what, unsigned rank, size_t i)
{
    counted.passed += good;
    counted.failed += !good;
    if (!good)
        (void)printf("FAILED %s, rank %u, message %zu\n", what, rank, i);
}

/* Returns the size of a sender's i-th message: often 0, or near a multiple of PIECE. */
static size_t size_of(unsigned sender, size_t i)
{
    static const size_t borders[] = {0, 1, 999, 1000, 1001, 2000, 2001};
    size_t drawn = (i * 2654435761U + sender * 40503U) % SIZE_MOST;
    return i % 3 == 0 ? borders[i / 3 % (sizeof borders / sizeof *borders)] : drawn;
}

static unsigned char byte_of(unsigned sender, size_t i, size_t at)
{
    return (unsigned char)(sender * 7 + i * 13 + at * 31 + at / 251);
}

static unsigned char *fill(unsigned sender, size_t i, size_t size)
{
    unsigned char *bytes = xmalloc(size + 1);
    for (size_t at = 0; at < size; at++)
        bytes[at] = byte_of(sender, i, at);
    return bytes;
}

static bool is_right(const struct message *m, unsigned sender, size_t i)
{
    const unsigned char *bytes = m->bytes;
    if (m->size != size_of(sender, i))
        return false;
    for (size_t at = 0; at < m->size; at++)
        if (bytes[at] != byte_of(sender, i, at))
            return false;
    return true;
}

static struct message await(void)
{
    struct message m;
    while (!ranks_receive(&m))
        ranks_await();
    return m;
}

/* Sends a thread's messages to rank 0. */
static void *send_many(void *number)
{
    unsigned thread = (unsigned)(uintptr_t)number, sender = rank_place.own * THREADS + thread;
    for (size_t i = 0; i < MESSAGES; i++)
        ranks_send(0, FROM_THREAD + thread, fill(sender, i, size_of(sender, i)),
                   size_of(sender, i));
    return NULL;
}

/* Echoes all messages until NEXT arrives, while threads send. */
static void follow(void)
{
    pthread_t threads[THREADS];
    struct message m = await();
    for (uintptr_t i = 0; i < THREADS; i++)
        (void)pthread_create(&threads[i], NULL, send_many, (void *)i);
    for (; m.kind != NEXT; m = await())
        ranks_send(m.rank, m.kind, m.bytes, m.size);
    for (size_t i = 0; i < THREADS; i++)
        (void)pthread_join(threads[i], NULL);
    ranks_send(0, NEXT, NULL, 0);
}

/* Rank 0: sends each follower MESSAGES to echo, and checks the echoes and the messages of the
 * followers' threads. */
static void lead(void)
{
    unsigned n = rank_place.count, left = n - 1;
    size_t(*received)[NEXT + 1] = xcalloc(n, sizeof *received);
    for (size_t i = 0; i < MESSAGES; i++)
        for (unsigned to = 1; to < n; to++)
            ranks_send(to, ECHO, fill(to, i, size_of(to, i)), size_of(to, i));
    for (unsigned to = 1; to < n; to++)
        ranks_send(to, NEXT, NULL, 0);
    while (left > 0) {
        struct message m = await();
        size_t i = received[m.rank][m.kind]++;
        unsigned sender = m.kind == ECHO ? m.rank : m.rank * THREADS + m.kind - FROM_THREAD;
        if (m.kind == NEXT)
            left--;
        else
            check(is_right(&m, sender, i), "message", m.rank, i);
        free(m.bytes);
    }
    for (unsigned rank = 1; rank < n; rank++)
        for (unsigned kind = ECHO; kind < FROM_THREAD + THREADS; kind++)
            check(received[rank][kind] == MESSAGES, "number of messages", rank, kind);
    free(received);
}

static void measure(size_t size)
{
    mpi_message_piece = 1UL << 30;
    if (rank_place.own == 0) {
        double begin = (double)clock() / CLOCKS_PER_SEC;
        struct timespec t0, t1;
        (void)clock_gettime(CLOCK_MONOTONIC, &t0);
        ranks_send(1, ECHO, fill(0, 0, size), size);
        struct message m = await();
        (void)clock_gettime(CLOCK_MONOTONIC, &t1);
        free(m.bytes);
        (void)printf("%zu bytes: %.1f ms, CPU %.1f ms\n", size,
                     (double)(t1.tv_sec - t0.tv_sec) * 1e3 +
                         (double)(t1.tv_nsec - t0.tv_nsec) / 1e6,
                     ((double)clock() / CLOCKS_PER_SEC - begin) * 1e3);
    } else {
        struct message m = await();
        ranks_send(0, ECHO, m.bytes, m.size);
    }
}

/* A follower's threads send for ever; its main thread computes and never receives. */
static void *send_always(void *nothing)
{
    while (nothing == NULL) {
        ranks_send(0, FROM_THREAD, xcalloc(1, 100000), 100000);
        (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return nothing;
}

static void be_busy(void)
{
    pthread_t thread;
    for (uintptr_t i = 0; i < THREADS; i++)
        (void)pthread_create(&thread, NULL, send_always, NULL);
    for (volatile unsigned long i = 0;; i++)
        ;
}

/* Prints a line with one call of write(). */
static void print_share(unsigned n)
{
    char line[1000];
    int at = snprintf(line, sizeof line, "rank %u: %u processors, devices", rank_place.own,
                      ranks_cpus());
    for (unsigned i = 0; i < share_count(n); i++)
        at += snprintf(line + at, sizeof line - (size_t)at, " %u", share_item(n, i));
    (void)puts(line);
    (void)fflush(stdout);
}

static void await_some(void)
{
    for (unsigned i = 0; i < 20; i++)
        free(await().bytes);
}

static void run_named(const char *name, const char *argument)
{
    bool last = rank_place.own + 1 == rank_place.count;
    if (strcmp(name, "share") == 0) {
        print_share((unsigned)strtoul(argument, NULL, 10));
    } else if (strcmp(name, "time") == 0) {
        measure(strtoul(argument, NULL, 10) << 20);
    } else if (rank_place.own > 0) {
        if (strcmp(name, "loss") == 0 && last)
            message_thread_lose();
        if (strcmp(name, "die") == 0 && last)
            die("this is the reason");
        if (strcmp(name, "loss") == 0 && last)
            free(await().bytes);
        be_busy();
    } else {
        await_some();
        if (strcmp(name, "exit") == 0)
            die("rank 0 dies");
        if (strcmp(name, "quit") != 0)
            for (;;)
                free(await().bytes);
    }
}

int main(int argc, char **argv)
{
    mpi_message_piece = PIECE;
    ranks_begin("mpi", argv);
    if (argc > 1) {
        run_named(argv[1], argc > 2 ? argv[2] : "");
        return ranks_end(0);
    }
    for (unsigned round = 0; round < ROUNDS; round++)
        if (rank_place.own == 0)
            lead();
        else
            follow();
    if (rank_place.own == 0)
        (void)printf("%u passed, %u failed\n", counted.passed, counted.failed);
    (void)fflush(stdout);
    return ranks_end(counted.failed > 0);
}

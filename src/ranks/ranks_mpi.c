/*
 * ranks_mpi.c - see ranks.h: processes that a launcher started, by MPI 3.1.
 *
 * One thread of each process, the courier, makes all calls of MPI, from MPI_Init_thread() to
 * MPI_Finalize(). The others put what they send into its outbox, and find what has come in its
 * inbox; one lock guards both. So nobody else waits for MPI, and messages move on while all others
 * compute. The courier looks after its messages, rests, and looks again: longer rests while nothing
 * happens, none when there is something to send.
 *
 * The end: rank 0's courier sends QUIT, and takes in what is still on its way until each follower
 * has said BYE. A follower's courier that finds QUIT says BYE, as its last message, and ends the
 * process, whatever its other threads are about. Where that takes longer than PATIENCE, rank 0
 * leaves without the others, and the launcher ends them.
 *
 * A follower whose main thread would die sends FAIL with the reason to rank 0 and waits for QUIT.
 */
#include "ranks/ranks.h"

#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "ranks/start.h"

/* Longer messages come as several, all but the last with the bit MORE in the tag: a count of MPI is
 * an int. */
#ifndef RANKS_PIECE
#define RANKS_PIECE (1UL << 30)
#endif

enum {
    QUIT = RANKS_KINDS,
    BYE,
    FAIL,
    MORE = 2 * RANKS_KINDS,
    SENDING_MOST = 16,  /* messages at a time: MPI has only so many requests */
    REST_FIRST = 20000, /* nanoseconds, */
    REST_MOST = 1000000,
    REST_DOUBLES = 4,  /* and after how many rests they double */
    PATIENCE = 10,     /* seconds for messages at the end; */
    PATIENCE_ALL = 15, /* and for all of it */
    WORDS_SIZE = 4096 + 300,
};

/* A message, or in `arriving` a piece of one. */
struct letter {
    struct letter *next;
    unsigned rank; /* that it goes to or comes from */
    int tag;
    unsigned char *bytes;
    size_t size;
    int npieces;
    MPI_Request pieces[];
};

struct letters {
    struct letter *first, **behind;
};

static struct {
    unsigned count, own, on_host, own_on_host, cpus;
    char host[MPI_MAX_PROCESSOR_NAME];
    pthread_t courier;
    struct letter *words; /* room for the last words of a follower */

    pthread_mutex_t lock;           /* guards what follows: */
    pthread_cond_t posted, arrived; /* begun, outbox or over; inbox */
    struct letters outbox, inbox;
    bool begun; /* MPI, or its beginning has failed: */
    bool wrong;
    bool over; /* rank 0 ends */

    atomic_bool no_memory; /* a message could not be sent or received */

    /* The courier's: */
    struct letters sending, arriving;
    unsigned nsending;
    struct letter **partial; /* of each rank: the pieces of a message that have come */
    unsigned byes;
    bool leaving;
} ranks = {.count = 1,
           .lock = PTHREAD_MUTEX_INITIALIZER,
           .posted = PTHREAD_COND_INITIALIZER,
           .arrived = PTHREAD_COND_INITIALIZER,
           .outbox = {NULL, &ranks.outbox.first},
           .inbox = {NULL, &ranks.inbox.first},
           .sending = {NULL, &ranks.sending.first},
           .arriving = {NULL, &ranks.arriving.first}};

static void lock(void)
{
    (void)pthread_mutex_lock(&ranks.lock);
}

static void unlock(void)
{
    (void)pthread_mutex_unlock(&ranks.lock);
}

/* Waits for the condition, but no longer than the `times`th rest in a row. The lock is held. */
static void rest(pthread_cond_t *condition, unsigned *times)
{
    unsigned doubled = *times / REST_DOUBLES;
    long nanoseconds = doubled < 6 ? (long)REST_FIRST << doubled : REST_MOST;
    struct timespec end;
    (void)clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += nanoseconds;
    if (end.tv_nsec >= 1000000000) {
        end.tv_nsec -= 1000000000;
        end.tv_sec++;
    }
    (void)pthread_cond_timedwait(condition, &ranks.lock, &end);
    ++*times;
}

/* --- letters -----------------------------------------------------------------------------------
 */

/* NULL: out of memory; then the bytes are still the caller's. */
static struct letter *letter_open(unsigned rank, int tag, void *bytes, size_t size)
{
    size_t npieces = size > 0 ? (size - 1) / RANKS_PIECE + 1 : 1;
    struct letter *l = malloc(sizeof *l + npieces * sizeof *l->pieces);
    if (l != NULL)
        *l = (struct letter){NULL, rank, tag, bytes, size, (int)npieces};
    return l;
}

static void letter_close(struct letter *l)
{
    free(l->bytes);
    free(l);
}

static void append(struct letters *list, struct letter *l)
{
    l->next = NULL;
    *list->behind = l;
    list->behind = &l->next;
}

/* Takes out the letter that `at` points to. */
static struct letter *take_out(struct letters *list, struct letter **at)
{
    struct letter *l = *at;
    *at = l->next;
    if (list->behind == &l->next)
        list->behind = at;
    return l;
}

/* The first letter, or NULL. */
static struct letter *take_first(struct letters *list)
{
    lock();
    struct letter *l = list->first != NULL ? take_out(list, &list->first) : NULL;
    unlock();
    return l;
}

static void lose(void)
{
    atomic_store(&ranks.no_memory, true);
}

static void post(struct letter *l)
{
    lock();
    append(&ranks.outbox, l);
    (void)pthread_cond_signal(&ranks.posted);
    unlock();
}

/* --- the courier -------------------------------------------------------------------------------
 */

static void begin_sending(struct letter *l)
{
    size_t at = 0;
    for (int i = 0; i < l->npieces; i++, at += RANKS_PIECE) {
        bool last = i + 1 == l->npieces;
        (void)MPI_Isend(l->size > 0 ? l->bytes + at : NULL,
                        (int)(last ? l->size - at : RANKS_PIECE), MPI_BYTE, (int)l->rank,
                        last ? l->tag : l->tag | MORE, MPI_COMM_WORLD, &l->pieces[i]);
    }
    append(&ranks.sending, l);
    ranks.nsending++;
}

/* Each of the following returns whether anything has happened. */

static bool send_posted(void)
{
    struct letter *l = NULL;
    bool any = false;
    while (ranks.nsending < SENDING_MOST && (l = take_first(&ranks.outbox)) != NULL) {
        begin_sending(l);
        any = true;
    }
    return any;
}

static bool is_done(struct letter *l)
{
    int done = 1;
    for (int i = 0; i < l->npieces && done; i++)
        (void)MPI_Test(&l->pieces[i], &done, MPI_STATUS_IGNORE);
    return done != 0;
}

static bool forget_sent(void)
{
    bool any = false;
    for (struct letter **at = &ranks.sending.first; *at != NULL;) {
        if (is_done(*at)) {
            letter_close(take_out(&ranks.sending, at));
            ranks.nsending--;
            any = true;
        } else {
            at = &(*at)->next;
        }
    }
    return any;
}

/* Begins to receive what has come. Where there is no memory for that, it stays where it is, and
 * only the end is awaited. */
static bool receive_next(void)
{
    MPI_Status status;
    int there = 0, size = 0;
    int tag = !atomic_load(&ranks.no_memory) ? MPI_ANY_TAG : ranks.own > 0 ? QUIT : BYE;
    (void)MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return false;
    (void)MPI_Get_count(&status, MPI_BYTE, &size);
    void *bytes = size > 0 ? malloc((size_t)size) : NULL;
    struct letter *l =
        letter_open((unsigned)status.MPI_SOURCE, status.MPI_TAG, bytes, (size_t)size);
    if (l == NULL || (size > 0 && bytes == NULL)) {
        free(bytes);
        free(l);
        lose();
        return false;
    }
    (void)MPI_Irecv(bytes, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                    l->pieces);
    append(&ranks.arriving, l);
    return true;
}

/* Adds a piece to what came of its message before; the letter that holds all of that. */
static struct letter *join(struct letter *l)
{
    struct letter *whole = ranks.partial[l->rank];
    if (whole == NULL)
        return l;
    unsigned char *bytes = realloc(whole->bytes, whole->size + l->size);
    if (bytes == NULL) {
        lose();
        return l;
    }
    memcpy(bytes + whole->size, l->bytes, l->size);
    whole->bytes = bytes;
    whole->size += l->size;
    whole->tag = l->tag;
    letter_close(l);
    return whole;
}

static void deliver(struct letter *l)
{
    lock();
    append(&ranks.inbox, l);
    (void)pthread_cond_broadcast(&ranks.arrived);
    unlock();
}

/* A piece has come, after all that its rank sent before. */
static void take_in(struct letter *l)
{
    l = join(l);
    ranks.partial[l->rank] = (l->tag & MORE) != 0 ? l : NULL;
    if ((l->tag & MORE) != 0)
        return;
    ranks.leaving |= l->tag == QUIT;
    ranks.byes += l->tag == BYE;
    if (l->tag == QUIT || l->tag == BYE || ranks.leaving)
        letter_close(l);
    else
        deliver(l);
}

/* Whether something that the same rank sent before is not there yet. */
static bool is_behind(const struct letter *l)
{
    const struct letter *before = ranks.arriving.first;
    while (before->rank != l->rank)
        before = before->next;
    return before != l;
}

static bool receive_begun(void)
{
    bool any = false;
    for (struct letter **at = &ranks.arriving.first; *at != NULL;) {
        if (!is_behind(*at) && is_done(*at)) {
            take_in(take_out(&ranks.arriving, at));
            any = true;
        } else {
            at = &(*at)->next;
        }
    }
    return any;
}

static bool look(void)
{
    bool any = !ranks.leaving && send_posted();
    any |= forget_sent();
    any |= receive_next();
    any |= receive_begun();
    return any;
}

/* Rests, but not when there is something to send. */
static void rest_courier(unsigned *times)
{
    if (ranks.sending.first != NULL || ranks.arriving.first != NULL)
        *times = 0;
    lock();
    if ((ranks.outbox.first == NULL || ranks.nsending == SENDING_MOST) && !ranks.over)
        rest(&ranks.posted, times);
    unlock();
}

/* Until rank 0 ends. */
static void carry(void)
{
    unsigned times = 0;
    lock();
    while (ranks.count == 1 && !ranks.over) /* there is nobody to look for */
        (void)pthread_cond_wait(&ranks.posted, &ranks.lock);
    bool over = ranks.over;
    unlock();
    while (!over && !ranks.leaving) {
        if (look())
            times = 0;
        else
            rest_courier(&times);
        lock();
        over = ranks.over;
        unlock();
    }
}

/* The last message to a rank; without memory for it the launcher must do. */
static void say_last(unsigned to, int tag)
{
    struct letter *l = letter_open(to, tag, NULL, 0);
    if (l != NULL)
        begin_sending(l);
}

/* Sends the last messages, and waits for those of the others. What is still in the outbox is not
 * sent. */
static void part(void)
{
    struct timespec moment = {0, REST_FIRST};
    time_t end = time(NULL) + PATIENCE;
    unsigned followers = ranks.own == 0 ? ranks.count - 1 : 0;
    ranks.leaving = true;
    for (unsigned to = 1; to <= followers; to++)
        say_last(to, QUIT);
    if (ranks.own > 0)
        say_last(0, BYE);
    while ((ranks.sending.first != NULL || ranks.byes < followers) && time(NULL) < end)
        if (!look())
            (void)nanosleep(&moment, NULL);
}

/* A processor that r ranks of the host may use is 1/r of one for each. */
static void share_cpus(MPI_Comm host)
{
    double shares = 0;
    int users[CPU_SETSIZE] = {0}, all[CPU_SETSIZE];
    cpu_set_t own;
    if (sched_getaffinity(0, sizeof own, &own) != 0)
        CPU_ZERO(&own);
    for (int i = 0; i < CPU_SETSIZE; i++)
        users[i] = CPU_ISSET(i, &own) != 0;
    (void)MPI_Allreduce(users, all, CPU_SETSIZE, MPI_INT, MPI_SUM, host);
    for (int i = 0; i < CPU_SETSIZE; i++)
        shares += users[i] != 0 ? 1.0 / all[i] : 0;
    ranks.cpus = shares > 1 ? (unsigned)(shares + 0.001) : 1;
}

static void find_host(void)
{
    MPI_Comm host;
    int n, own, length;
    (void)MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    (void)MPI_Comm_size(host, &n);
    (void)MPI_Comm_rank(host, &own);
    share_cpus(host);
    (void)MPI_Comm_free(&host);
    (void)MPI_Get_processor_name(ranks.host, &length);
    ranks.on_host = (unsigned)n;
    ranks.own_on_host = (unsigned)own;
}

static bool begin(void)
{
    int level, n, own;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_FUNNELED)
        return false;
    (void)MPI_Comm_size(MPI_COMM_WORLD, &n);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &own);
    ranks.count = (unsigned)n;
    ranks.own = (unsigned)own;
    ranks.partial = calloc(ranks.count, sizeof(struct letter *));
    ranks.words = letter_open(0, FAIL, NULL, 0);
    if (ranks.words != NULL)
        ranks.words->bytes = malloc(WORDS_SIZE);
    find_host();
    return ranks.partial != NULL && ranks.words != NULL && ranks.words->bytes != NULL;
}

static void *courier(void *nothing)
{
    bool right = begin();
    lock();
    ranks.begun = true;
    ranks.wrong = !right;
    (void)pthread_cond_broadcast(&ranks.arrived);
    unlock();
    if (!right)
        return nothing;
    carry();
    part();
    (void)MPI_Finalize();
    if (ranks.own > 0)
        _exit(EXIT_SELECTED);
    return nothing;
}

/* --- the others --------------------------------------------------------------------------------
 */

/* Rank 0 ends all. The status is that of the process when MPI cannot be left in time. */
static void leave(int status)
{
    struct timespec end;
    start_tell(status);
    lock();
    ranks.over = true;
    (void)pthread_cond_signal(&ranks.posted);
    unlock();
    (void)clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE_ALL;
    if (pthread_timedjoin_np(ranks.courier, NULL, &end) != 0)
        _exit(status);
}

/* An exit handler: this rank ends before ranks_end(). A follower leaves all to the launcher. */
static void leave_early(int status, void *nothing)
{
    (void)nothing;
    if (ranks.own > 0)
        _exit(status);
    if (!ranks.over)
        leave(status);
}

/* Tells rank 0 why this follower cannot go on, and waits to be ended. */
static _Noreturn void tell(void *nothing, const char *message)
{
    struct letter *l = ranks.words;
    (void)nothing;
    int length =
        snprintf((char *)l->bytes, WORDS_SIZE, "rank %u (%s): %s", ranks.own, ranks.host, message);
    l->size = length < WORDS_SIZE ? (size_t)length + 1 : WORDS_SIZE;
    post(l);
    for (;;)
        (void)pause();
}

/* Starts the courier, without signals: those are for the other threads. */
static bool start(void)
{
    sigset_t all, old;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = pthread_create(&ranks.courier, NULL, courier, NULL) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!started)
        return false;
    lock();
    while (!ranks.begun)
        (void)pthread_cond_wait(&ranks.arrived, &ranks.lock);
    unlock();
    return !ranks.wrong;
}

void ranks_begin(const char *program, char **argv)
{
    diag_program(program);
    start_take_over(argv);
    if (!start())
        die("MPI cannot be used");
    start_begun();
    if (on_exit(leave_early, NULL) != 0)
        die("%s", strerror(ENOMEM));
    if (ranks.own > 0)
        diag_last_words(tell, NULL);
}

bool ranks_start(unsigned n, char **argv, int *status)
{
    (void)n, (void)argv, (void)status; /* they have started */
    return false;
}

int ranks_end(int status)
{
    while (ranks.own > 0) /* the courier ends the process */
        (void)pause();
    leave(status);
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

unsigned ranks_cpus(void)
{
    return ranks.cpus;
}

const char *ranks_host(void)
{
    return ranks.host;
}

bool ranks_terminal(int fd)
{
    return isatty(fd) != 0 && start_has_streams();
}

void ranks_send(unsigned to, unsigned kind, void *bytes, size_t size)
{
    struct letter *l = letter_open(to, (int)kind, bytes, size);
    if (l != NULL) {
        post(l);
    } else {
        free(bytes);
        lose();
    }
}

/* What rank 0 got from a follower that would die. */
static _Noreturn void fail(const struct letter *l)
{
    die("%s", (const char *)l->bytes);
}

bool ranks_receive(struct message *m)
{
    struct letter *l = take_first(&ranks.inbox);
    if (l != NULL && l->tag == FAIL)
        fail(l);
    if (atomic_load(&ranks.no_memory))
        die("%s", strerror(ENOMEM));
    if (l == NULL)
        return false;
    *m = (struct message){l->rank, (unsigned)l->tag, l->bytes, l->size};
    free(l);
    return true;
}

void ranks_rest(unsigned *times)
{
    lock();
    if (ranks.inbox.first == NULL)
        rest(&ranks.arrived, times);
    unlock();
}

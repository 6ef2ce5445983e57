#include "ranks/message_thread_mpi.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/diag.h"
#include "ranks/host_mpi.h"
#include "ranks/quit_mpi.h"

enum {
    SENDING_MOST = 16, /* messages in transit at a time: MPI has a limited number of requests */
    SECOND = 1000000000,
    SLEEP_FIRST = 20000,    /* nanoseconds; */
    SLEEP_DOUBLES = 2,      /* sleeps after which their length doubles, */
    SLEEP_MOVING = 160000,  /* up to this while a message is under way, */
    SLEEP_MOST = 1000000,   /* and to this else, */
    SLEEP_WOKEN = 10000000, /* unless woken */
    PATIENCE = 10,          /* seconds for messages at the end; */
    PATIENCE_ALL = 15,      /* and for all of it */
};

static struct {
    pthread_t thread;
    pid_t launcher; /* our parent */
    atomic_bool no_memory;

    pthread_mutex_t lock;   /* guards what follows: */
    pthread_cond_t arrived; /* begun; something in the inbox; woken */
    struct message_list outbox, inbox;
    bool begun, failed; /* MPI was started, or that has failed */
    bool woken;
    bool over; /* rank 0 ends */

    /* The thread's own: */
    struct message_list sending, arriving;
    unsigned nsending;
    struct mpi_message **partial; /* of each rank: the pieces of a message that have come */
    unsigned byes;
    bool leaving;
} message_thread = {.lock = PTHREAD_MUTEX_INITIALIZER,
                    .arrived = PTHREAD_COND_INITIALIZER,
                    .outbox = {NULL, &message_thread.outbox.first},
                    .inbox = {NULL, &message_thread.inbox.first},
                    .sending = {NULL, &message_thread.sending.first},
                    .arriving = {NULL, &message_thread.arriving.first}};

static void lock_queues(void)
{
    (void)pthread_mutex_lock(&message_thread.lock);
}

static void unlock_queues(void)
{
    (void)pthread_mutex_unlock(&message_thread.lock);
}

/* Wakes the message thread of that rank, if it has a wakeup address. */
static void wake_rank(unsigned rank)
{
    wakeup_send(&this_rank.wakeup, &this_rank.wakeups[rank]);
}

/* Returns the length of the `times`th sleep in a row, in nanoseconds. */
static long sleep_time(unsigned times, long most)
{
    unsigned doubled = times / SLEEP_DOUBLES;
    long time = doubled < 16 ? (long)SLEEP_FIRST << doubled : most;
    return time < most ? time : most;
}

/* --- messages ----------------------------------------------------------------------------------
 */

static struct mpi_message *take_first(struct message_list *list)
{
    lock_queues();
    struct mpi_message *m = list->first != NULL ? message_list_take(list, &list->first) : NULL;
    unlock_queues();
    return m;
}

void message_thread_lose(void)
{
    atomic_store(&message_thread.no_memory, true);
}

bool message_thread_has_lost(void)
{
    return atomic_load(&message_thread.no_memory);
}

void message_thread_post(struct mpi_message *m)
{
    lock_queues();
    message_list_append(&message_thread.outbox, m);
    unlock_queues();
    wake_rank(rank_place.own);
}

struct mpi_message *message_thread_take(void)
{
    return take_first(&message_thread.inbox);
}

static void begin_sending(struct mpi_message *m)
{
    mpi_message_send(m);
    message_list_append(&message_thread.sending, m);
    message_thread.nsending++;
}

/* Each of the following functions returns whether it did something. */

static bool send_posted(void)
{
    struct mpi_message *m = NULL;
    bool any = false;
    while (message_thread.nsending < SENDING_MOST &&
           (m = take_first(&message_thread.outbox)) != NULL) {
        begin_sending(m);
        any = true;
    }
    return any;
}

/* Wakes the receiver of a message when it is announced, and again when it is sent, if that is
 * later. */
static bool is_sent(struct mpi_message *m)
{
    bool done = mpi_message_is_done(m);
    if (done || !m->announced)
        wake_rank(m->rank);
    m->announced = true;
    return done;
}

static bool forget_sent(void)
{
    bool any = false;
    for (struct mpi_message **at = &message_thread.sending.first; *at != NULL;) {
        if (is_sent(*at)) {
            mpi_message_close(message_list_take(&message_thread.sending, at));
            message_thread.nsending--;
            any = true;
        } else {
            at = &(*at)->next;
        }
    }
    return any;
}

/* Returns whether there is something to receive; when out of memory, only the last message of a run
 * is received. The first call of MPI_Iprobe() may receive a message and not report it yet. */
static bool find_next(MPI_Status *found)
{
    int there = 0, end = rank_place.own > 0 ? MPI_MESSAGE_QUIT : MPI_MESSAGE_BYE;
    int tag = message_thread_has_lost() ? end : MPI_ANY_TAG;
    for (unsigned i = 0; i < 2 && !there; i++)
        (void)MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, found);
    return there != 0;
}

static bool receive_next(void)
{
    MPI_Status found;
    if (!find_next(&found))
        return false;
    struct mpi_message *m = mpi_message_receive(&found);
    if (m == NULL)
        message_thread_lose();
    else
        message_list_append(&message_thread.arriving, m);
    return m != NULL;
}

/* Takes a complete message. */
static void take_in(struct mpi_message *m)
{
    message_thread.leaving |= m->tag == MPI_MESSAGE_QUIT;
    message_thread.byes += m->tag == MPI_MESSAGE_BYE;
    if (m->tag == MPI_MESSAGE_QUIT || m->tag == MPI_MESSAGE_BYE || message_thread.leaving) {
        mpi_message_close(m);
        return;
    }
    lock_queues();
    message_list_append(&message_thread.inbox, m);
    unlock_queues();
    (void)pthread_cond_broadcast(&message_thread.arrived);
}

/* Takes a piece, after all earlier pieces from its rank. */
static void take_piece(struct mpi_message *m)
{
    unsigned rank = m->rank;
    struct mpi_message *whole = mpi_message_join(message_thread.partial[rank], m);
    if (whole == NULL) {
        message_thread_lose();
        mpi_message_close(m);
        return;
    }
    bool more = (whole->tag & MPI_MESSAGE_MORE) != 0;
    message_thread.partial[rank] = more ? whole : NULL;
    if (!more)
        take_in(whole);
}

/* Returns whether an earlier piece from the same rank has not arrived yet. */
static bool is_behind(const struct mpi_message *m)
{
    const struct mpi_message *before = message_thread.arriving.first;
    while (before->rank != m->rank)
        before = before->next;
    return before != m;
}

static bool receive_begun(void)
{
    bool any = false;
    for (struct mpi_message **at = &message_thread.arriving.first; *at != NULL;) {
        if (!is_behind(*at) && mpi_message_is_done(*at)) {
            take_piece(message_list_take(&message_thread.arriving, at));
            any = true;
        } else {
            at = &(*at)->next;
        }
    }
    return any;
}

static bool exchange_messages(void)
{
    /* A launcher that was killed cannot end this process. */
    if (getppid() != message_thread.launcher)
        quit(EXIT_TROUBLE);
    bool any = !message_thread.leaving && send_posted();
    any |= forget_sent();
    any |= receive_next();
    any |= receive_begun();
    return any;
}

/* --- the thread --------------------------------------------------------------------------------
 */

/* Sleeps unless there is work. */
static void sleep_until_work(unsigned *times)
{
    bool moving = message_thread.sending.first != NULL || message_thread.arriving.first != NULL;
    if (!moving && this_rank.all_wake)
        wakeup_await(&this_rank.wakeup, SLEEP_WOKEN);
    else
        wakeup_await(&this_rank.wakeup, sleep_time(*times, moving ? SLEEP_MOVING : SLEEP_MOST));
    ++*times;
}

static bool is_over(void)
{
    lock_queues();
    bool over = message_thread.over;
    unlock_queues();
    return over;
}

/* Sends and receives messages until rank 0 ends the run. */
static void exchange_until_end(void)
{
    unsigned times = 0;
    while (!is_over() && !message_thread.leaving) {
        if (exchange_messages())
            times = 0;
        else
            sleep_until_work(&times);
    }
}

/* Sends the last message to a rank. When out of memory, the launcher ends the rank. */
static void say_last(unsigned to, int tag)
{
    struct mpi_message *m = mpi_message_open(to, tag, NULL, 0);
    if (m != NULL)
        begin_sending(m);
}

/* Sends the last messages, and waits for those of the others. What is still in the outbox is not
 * sent. */
static void end_exchange(void)
{
    unsigned followers = rank_place.own == 0 ? rank_place.count - 1 : 0, times = 0;
    time_t end = time(NULL) + PATIENCE;
    message_thread.leaving = true;
    for (unsigned to = 1; to <= followers; to++)
        say_last(to, MPI_MESSAGE_QUIT);
    if (rank_place.own > 0)
        say_last(0, MPI_MESSAGE_BYE);
    while ((message_thread.sending.first != NULL || message_thread.byes < followers) &&
           time(NULL) < end)
        if (!exchange_messages())
            sleep_until_work(&times);
}

static bool begin_mpi(void)
{
    int level;
    message_thread.launcher = getppid();
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_FUNNELED)
        return false;
    if (!host_find())
        return false;
    message_thread.partial = calloc(rank_place.count, sizeof(struct mpi_message *));
    return message_thread.partial != NULL;
}

static void end_follower(int signal)
{
    (void)signal;
    quit(EXIT_SELECTED);
}

static void *run_message_thread(void *nothing)
{
    bool good = begin_mpi();
    lock_queues();
    message_thread.begun = true;
    message_thread.failed = !good;
    (void)pthread_cond_broadcast(&message_thread.arrived);
    unlock_queues();
    if (!good)
        return nothing;
    exchange_until_end();
    end_exchange();
    /* A follower does not wait forever in MPI_Finalize(): rank 0 or the launcher may be gone. */
    struct sigaction action = {.sa_handler = end_follower};
    if (rank_place.own > 0 && sigaction(SIGALRM, &action, NULL) == 0)
        (void)alarm(PATIENCE_ALL);
    (void)MPI_Finalize();
    if (rank_place.own > 0)
        quit(EXIT_SELECTED);
    return nothing;
}

/* Blocks signals in the message thread, so that other threads handle them. */
bool message_thread_start(void)
{
    sigset_t all, old;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = pthread_create(&message_thread.thread, NULL, run_message_thread, NULL) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!started)
        return false;
    lock_queues();
    while (!message_thread.begun)
        (void)pthread_cond_wait(&message_thread.arrived, &message_thread.lock);
    unlock_queues();
    return !message_thread.failed;
}

bool message_thread_end(void)
{
    struct timespec end;
    lock_queues();
    message_thread.over = true;
    unlock_queues();
    wake_rank(rank_place.own);
    (void)clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE_ALL;
    return pthread_timedjoin_np(message_thread.thread, NULL, &end) == 0;
}

/* --- waits of other threads --------------------------------------------------------------------
 */

/* Waits for a message or ranks_wake(), but only for a while. The lock is held. */
static void wait_a_while(void)
{
    struct timespec end;
    (void)clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += SLEEP_WOKEN;
    if (end.tv_nsec >= SECOND) {
        end.tv_nsec -= SECOND;
        end.tv_sec++;
    }
    (void)pthread_cond_timedwait(&message_thread.arrived, &message_thread.lock, &end);
}

void ranks_await(void)
{
    lock_queues();
    if (message_thread.inbox.first == NULL && !message_thread.woken)
        wait_a_while();
    message_thread.woken = false;
    unlock_queues();
}

void ranks_wake(void)
{
    lock_queues();
    message_thread.woken = true;
    unlock_queues();
    (void)pthread_cond_broadcast(&message_thread.arrived);
}

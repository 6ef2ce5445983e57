/* unit_at_exit.c - an exiting program waits for a thread that must not run during exit(3). */
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/at_exit.h"
#include "base/diag.h"
#include "unit.h"

static int events[2]; /* a pipe with a letter for each event */

static void write_event(char what)
{
    if (write(events[1], &what, 1) != 1)
        _exit(3);
}

static void write_exit(void)
{
    write_event('e');
}

static void pause_a_little(void)
{
    (void)nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
}

/* Holds the exit while the main thread calls die(), and tries to hold it again afterwards. */
static void *work(void *holds)
{
    at_exit_hold();
    (void)pthread_barrier_wait(holds);
    pause_a_little();
    at_exit_hold(); /* nested, while the main thread waits */
    write_event('w');
    at_exit_release();
    at_exit_release();
    pause_a_little();
    at_exit_hold();
    write_event('w');
    return NULL;
}

static void die_at_work(void)
{
    pthread_t thread;
    pthread_barrier_t holds;
    (void)close(STDERR_FILENO);
    (void)alarm(10); /* ends a deadlock */
    if (pthread_barrier_init(&holds, NULL, 2) != 0 || atexit(write_exit) != 0 ||
        pthread_create(&thread, NULL, work, &holds) != 0)
        _exit(3);
    (void)pthread_barrier_wait(&holds);
    die("the end");
}

TEST(waits)
{
    char all[8] = {0};
    int status, n;
    assert_int_equal(pipe(events), 0);
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        die_at_work();
    assert_true(child > 0);
    (void)close(events[1]);
    for (n = 0; n < 7 && read(events[0], all + n, 1) == 1; n++)
        ;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_TROUBLE);
    assert_string_equal(all, "we");
    (void)close(events[0]);
}

/* The exiting thread may call at_exit_begin() again, as in a handler of exit(3). */
TEST(again)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        (void)alarm(10); /* ends a deadlock */
        at_exit_begin(7);
        at_exit_begin(7);
        _exit(7);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
}

static void *hold_forever(void *holds)
{
    at_exit_hold();
    (void)pthread_barrier_wait(holds);
    while (pause() != 0)
        continue;
    return NULL;
}

/* A thread that never returns from a library does not prevent the exit. */
TEST(hurries)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        pthread_t thread;
        pthread_barrier_t holds;
        (void)alarm(30); /* ends a deadlock */
        if (pthread_barrier_init(&holds, NULL, 2) != 0 ||
            pthread_create(&thread, NULL, hold_forever, &holds) != 0)
            _exit(3);
        (void)pthread_barrier_wait(&holds);
        at_exit_hurry();
        at_exit_begin(6);
        _exit(7);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 6);
}

/* unit_wakeup.c - a wakeup ends a wait, at once or later, from this process or another; nothing
 * else ends it. */
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/io.h"
#include "ranks/wakeup.h"
#include "unit.h"

enum { MOMENT = 20000000, LONG = 2000000000 /* nanoseconds */, MANY = 1000 };

#define DYNLIB 1.0 /* seconds: no wakeup was sent */

static double wait_for(const struct wakeup *b, long nanoseconds)
{
    double start = io_seconds();
    wakeup_await(b, nanoseconds);
    return io_seconds() - start;
}

TEST(silence)
{
    struct wakeup b = wakeup_open();
    assert_true(b.socket >= 0 && b.address.size > 0);
    assert_true(wait_for(&b, MOMENT) >= MOMENT / 1e9);
    wakeup_close(&b);
}

/* Wakeups are kept until the owner waits, and count as one, even if there are more than the system
 * can keep. */
TEST(many)
{
    struct wakeup b = wakeup_open();
    for (unsigned n = 1; n <= MANY; n *= 10) {
        for (unsigned i = 0; i < n; i++)
            wakeup_send(&b, &b.address);
        assert_true(wait_for(&b, LONG) < DYNLIB);
        assert_true(wait_for(&b, MOMENT) >= MOMENT / 1e9);
    }
    wakeup_close(&b);
}

static void *wake_later(void *wakeup)
{
    const struct wakeup *b = wakeup;
    (void)nanosleep(&(struct timespec){0, MOMENT}, NULL);
    wakeup_send(b, &b->address);
    return NULL;
}

TEST(from_thread)
{
    struct wakeup b = wakeup_open();
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, wake_later, &b), 0);
    assert_true(wait_for(&b, LONG) < DYNLIB);
    (void)pthread_join(thread, NULL);
    wakeup_close(&b);
}

TEST(from_process)
{
    struct wakeup b = wakeup_open();
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct wakeup own = wakeup_open();
        wakeup_send(&own, &b.address);
        _exit(0);
    }
    assert_true(child > 0 && wait_for(&b, LONG) < DYNLIB);
    assert_true(waitpid(child, &status, 0) == child && status == 0);
    wakeup_close(&b);
}

/* Without a wakeup, or without its owner, nothing happens. */
TEST(none)
{
    struct wakeup b = wakeup_open(), gone = wakeup_open(), absent = {.socket = -1};
    wakeup_close(&gone);
    wakeup_send(&b, &gone.address);
    wakeup_send(&b, &absent.address);
    wakeup_send(&absent, &b.address);
    wakeup_close(&absent);
    assert_true(wait_for(&b, MOMENT) >= MOMENT / 1e9);
    assert_true(wait_for(&absent, MOMENT) >= MOMENT / 1e9);
    wakeup_close(&b);
}

/* at_exit.c - a read-write lock: threads at work hold it for reading, exiting takes it for
 * writing. */
#include "base/at_exit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

enum { HURRY = 3 /* seconds */ };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static _Thread_local unsigned depth; /* nested calls of at_exit_hold() */

/* Only the outermost call takes the lock: an inner one would wait for a writer that waits for the
 * outer one. */
void at_exit_hold(void)
{
    if (depth++ == 0)
        (void)pthread_rwlock_rdlock(&lock);
}

void at_exit_release(void)
{
    if (--depth == 0)
        (void)pthread_rwlock_unlock(&lock);
}

static atomic_bool hurry;

void at_exit_hurry(void)
{
    atomic_store(&hurry, true);
}

static void *exit_soon(void *status)
{
    (void)sleep(HURRY);
    _exit((int)(intptr_t)status);
}

void at_exit_begin(int status)
{
    static _Thread_local bool begun;
    pthread_t thread;
    if (!begun && atomic_load(&hurry))
        (void)pthread_create(&thread, NULL, exit_soon, (void *)(intptr_t)status);
    if (!begun)
        (void)pthread_rwlock_wrlock(&lock);
    begun = true;
}

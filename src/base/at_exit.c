/* at_exit.c - a read-write lock: threads at work hold it for reading, exiting takes it for
 * writing. */
#include "base/at_exit.h"

#include <pthread.h>
#include <stdbool.h>

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

void at_exit_begin(void)
{
    static _Thread_local bool begun;
    if (!begun)
        (void)pthread_rwlock_wrlock(&lock);
    begun = true;
}

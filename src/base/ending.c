/* ending.c - a lock that is held for reading by all who are at work, and for writing at the end. */
#include "base/ending.h"

#include <pthread.h>
#include <stdbool.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

void ending_hold(void)
{
    (void)pthread_rwlock_rdlock(&lock);
}

void ending_release(void)
{
    (void)pthread_rwlock_unlock(&lock);
}

void ending_begin(void)
{
    static _Thread_local bool begun;
    if (!begun)
        (void)pthread_rwlock_wrlock(&lock);
    begun = true;
}

#include "few_threads.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

atomic_int threads_left = INT_MAX;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *context);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *context)
{
    return threads_left-- > 0 ? __real_pthread_create(thread, attributes, run, context) : EAGAIN;
}

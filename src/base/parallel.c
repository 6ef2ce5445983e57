/* parallel.c - see parallel.h. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdlib.h>

unsigned in_parallel(unsigned threads, void *(*work)(void *context), void *context)
{
    pthread_t *others = calloc(threads, sizeof *others);
    unsigned started = 0;
    while (others != NULL && started + 1 < threads &&
           pthread_create(&others[started], NULL, work, context) == 0)
        started++;
    (void)work(context);
    for (unsigned i = 0; i < started; i++)
        (void)pthread_join(others[i], NULL);
    free(others);
    return started + 1;
}

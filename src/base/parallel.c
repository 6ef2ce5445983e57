/* parallel.c - see together.h. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdlib.h>

void in_parallel(unsigned threads, void *(*work)(void *context), void *context)
{
    pthread_t *others = calloc(threads, sizeof *others);
    unsigned started = 0;
    while (others != NULL && started + 1 < threads &&
           pthread_create(&others[started], NULL, work, context) == 0)
        started++;
    (void)work(context);
    while (started > 0)
        (void)pthread_join(others[--started], NULL);
    free(others);
}

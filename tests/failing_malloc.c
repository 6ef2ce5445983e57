#include "failing_malloc.h"

#include <stdlib.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

atomic_long failing_malloc;

void *__wrap_malloc(size_t size)
{
    return atomic_fetch_sub(&failing_malloc, 1) == 1 ? NULL : __real_malloc(size);
}

/* No call fails while the program exits: libgcov would crash. */
static void stop_failing(void)
{
    atomic_store(&failing_malloc, 0);
}

__attribute__((constructor)) static void begin(void)
{
    (void)atexit(stop_failing);
}

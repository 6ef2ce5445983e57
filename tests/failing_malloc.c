#include "failing_malloc.h"

#include <stdlib.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

atomic_long failing_malloc;

void *__wrap_malloc(size_t size)
{
    return atomic_fetch_sub(&failing_malloc, 1) == 1 ? NULL : __real_malloc(size);
}

#include "failing_allocators.h"

#include <stdlib.h>

_Thread_local long allocations, fails_at;
_Thread_local bool onward;
atomic_long left;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *p);

static bool fails(void)
{
    allocations++;
    return allocations == fails_at ||
           (onward && fails_at > 0 && allocations > fails_at && (allocations - fails_at) % 2 == 0);
}

static void *counted(void *p)
{
    left += p != NULL;
    return p;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (fails())
        return NULL;
    void *new = __real_realloc(old, size);
    return old == NULL ? counted(new) : new;
}

/* libbsd's reallocarray() would call __wrap_realloc(), so the real one is not called. */
void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? NULL : __wrap_realloc(old, bytes);
}

void __wrap_free(void *p)
{
    left -= p != NULL;
    __real_free(p);
}

#include "failing_allocators.h"

#include <stdlib.h>

bool onward;
atomic_long left;
static atomic_long calls, fails_at; /* fails_at: 0: none */

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

void fail_allocation(long at)
{
    fails_at = 0;
    calls = 0;
    fails_at = at;
}

bool stop_failing(void)
{
    long at = atomic_exchange(&fails_at, 0);
    return at > 0 && calls >= at;
}

/* Stops the fault injection at exit: libgcov would crash. */
static void stop_at_exit(void)
{
    (void)stop_failing();
}

__attribute__((constructor)) static void begin(void)
{
    (void)atexit(stop_at_exit);
}

static bool fails(void)
{
    long at = fails_at, call = ++calls;
    return at > 0 && (call == at || (onward && call > at && (call - at) % 2 == 0));
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

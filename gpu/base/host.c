/*
 * host.c - see host.h; and the allocators of the plug-in. The plug-in is linked with --wrap for
 * each allocator, so that all its memory comes from the program or library that loads it, which may
 * have to free that memory.
 */
#include "gpu/base/host.h"

const struct cuda_plugin_host *host;

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);
void __wrap_free(void *p);

void *__wrap_malloc(size_t size)
{
    return host->malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return host->calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return host->realloc(old, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    return host->reallocarray(old, count, size);
}

void __wrap_free(void *p)
{
    host->free(p);
}

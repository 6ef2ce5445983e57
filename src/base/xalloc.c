#include "base/xalloc.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/grow.h"

static void *checked(void *p)
{
    if (p == NULL)
        die_out_of_memory();
    return p;
}

void *xmalloc(size_t size)
{
    return checked(malloc(size ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *xreallocarray(void *old, size_t count, size_t size)
{
    return checked(reallocarray(old, count ? count : 1, size ? size : 1));
}

char *xstrdup(const char *s)
{
    return xmemdup(s, strlen(s) + 1);
}

void *xmemdup(const void *p, size_t size)
{
    void *copy = xmalloc(size);
    if (size > 0)
        memcpy(copy, p, size);
    return copy;
}

void xgrow(void *v, size_t *capacity, size_t need, size_t size)
{
    if (!grow(v, capacity, need, size))
        die_out_of_memory();
}

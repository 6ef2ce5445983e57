#include "base/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Returns the pointer, to any type, that lies at v. */
static void *pointer_at(const void *v)
{
    void *pointer;
    memcpy(&pointer, v, sizeof pointer);
    return pointer;
}

static void set_pointer(void *v, void *pointer)
{
    memcpy(v, &pointer, sizeof pointer);
}

bool grow(void *v, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return true;
    size_t grown = *capacity > SIZE_MAX / 2 ? need : 2 * *capacity;
    if (grown < need)
        grown = need;
    void *array = reallocarray(pointer_at(v), grown, size);
    if (array == NULL)
        return false;
    set_pointer(v, array);
    *capacity = grown;
    return true;
}

bool grow_anew(void *v, size_t *size, size_t need, void *(*allocate)(size_t size))
{
    if (need <= *size)
        return true;
    free(pointer_at(v));
    void *memory = allocate(need);
    set_pointer(v, memory);
    *size = memory != NULL ? need : 0;
    return memory != NULL;
}

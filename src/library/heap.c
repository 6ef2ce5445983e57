/* heap.c - see heap.h. A heap does not own its own table. */
#include "library/heap.h"

#include <stdbool.h>
#include <stdint.h>

enum { LEAST = 64 };

/* The linker (--wrap) gives the rest of the library the functions __wrap_NAME in place of NAME;
 * __real_NAME is the allocator itself. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_reallocarray(void *old, size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *p);

static _Thread_local struct heap *used;

struct heap *heap_use(struct heap *h)
{
    struct heap *before = used;
    used = h;
    return before;
}

/* Fibonacci hashing: allocations lie at multiples of 16. */
static size_t home(const struct heap *h, const void *p)
{
    return (size_t)(((uint64_t)(uintptr_t)p >> 4) * UINT64_C(11400714819323198485) >> 32) &
           (h->size - 1);
}

/* Returns the place of p, or the free one for it. */
static size_t find_place(const struct heap *h, const void *p)
{
    size_t at = home(h, p);
    while (h->places[at] != NULL && h->places[at] != p)
        at = (at + 1) & (h->size - 1);
    return at;
}

static bool grow_heap(struct heap *h)
{
    struct heap grown = {.owned = h->owned, .size = h->size > 0 ? 2 * h->size : LEAST};
    grown.places = __real_calloc(grown.size, sizeof *grown.places);
    if (grown.places == NULL)
        return false;
    for (size_t i = 0; i < h->size; i++)
        if (h->places[i] != NULL)
            grown.places[find_place(&grown, h->places[i])] = h->places[i];
    __real_free(h->places);
    *h = grown;
    return true;
}

/* Makes room for one more. */
static bool reserve_place(void)
{
    return used == NULL || 2 * (used->owned + 1) <= used->size || grow_heap(used);
}

/* Adds p to the heap in use, which has room. NULL is ignored. */
static void *own(void *p)
{
    if (used != NULL && p != NULL) {
        used->places[find_place(used, p)] = p;
        used->owned++;
    }
    return p;
}

/* Clears a place. The pointers behind it move up, unless that would be before their home, so that
 * each is found from its home on. */
static void close_gap(struct heap *h, size_t gap)
{
    for (size_t at = gap;;) {
        at = (at + 1) & (h->size - 1);
        if (h->places[at] == NULL)
            break;
        size_t from_home = (at - home(h, h->places[at])) & (h->size - 1);
        if (from_home < ((at - gap) & (h->size - 1)))
            continue;
        h->places[gap] = h->places[at];
        gap = at;
    }
    h->places[gap] = NULL;
}

/* The heap in use no longer owns p, if it did. */
static void disown(const void *p)
{
    if (used == NULL || used->size == 0 || p == NULL)
        return;
    size_t at = find_place(used, p);
    if (used->places[at] == NULL)
        return;
    used->owned--;
    close_gap(used, at);
}

void heap_release(struct heap *h)
{
    for (size_t i = 0; i < h->size; i++)
        __real_free(h->places[i]);
    __real_free(h->places);
    *h = (struct heap){0};
}

void *__wrap_malloc(size_t size)
{
    return reserve_place() ? own(__real_malloc(size)) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return reserve_place() ? own(__real_calloc(count, size)) : NULL;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return reserve_place() ? own(__real_aligned_alloc(alignment, size)) : NULL;
}

/* On failure, the old block stays, and is still owned. */
void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    if (!reserve_place())
        return NULL;
    disown(old);
    void *new = __real_reallocarray(old, count, size);
    (void)own(new != NULL ? new : old);
    return new;
}

void *__wrap_realloc(void *old, size_t size)
{
    return __wrap_reallocarray(old, 1, size);
}

void __wrap_free(void *p)
{
    disown(p);
    __real_free(p);
}

#include "base/huge_pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    LARGE_PAGE = 2 << 20,
    WORTH = 1 << 18, /* bytes; smaller tables have few pages anyway */
};

void *huge_pages_zeros(size_t size)
{
    if (size < WORTH)
        return calloc(size, 1);
    size_t whole = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    void *memory = aligned_alloc(LARGE_PAGE, whole);
    if (memory == NULL)
        return NULL;
    (void)madvise(memory, whole, MADV_HUGEPAGE);
    return memset(memory, 0, size);
}

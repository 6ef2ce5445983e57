#include "gpu/scan/alphabet_pages.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/base/host.h"

static bool reserve_pages(struct alphabet_pages *p)
{
    if (p->numbers == NULL && (p->numbers = calloc(ALPHABET_PAGES, sizeof *p->numbers)) == NULL)
        return false;
    if (p->n < p->capacity)
        return true;
    size_t capacity = p->capacity > 0 ? 2 * p->capacity : ALPHABET_PAGE;
    uint32_t *symbols = reallocarray(p->symbols, capacity, ALPHABET_PAGE * sizeof *symbols);
    if (symbols == NULL)
        return false;
    p->symbols = symbols;
    p->capacity = capacity;
    return true;
}

static bool add_page(struct alphabet_pages *p, struct alphabet *a, uint32_t number)
{
    const struct alphabet_page *page = host->scan->alphabet_page(a, number);
    if (page == NULL || !reserve_pages(p))
        return false;
    p->numbers[number] = page->other ? PAGE_OTHER : (uint16_t)(PAGE_FIRST + p->n);
    if (!page->other)
        memcpy(p->symbols + p->n++ * ALPHABET_PAGE, page->symbols, sizeof page->symbols);
    return true;
}

bool alphabet_pages_add(struct alphabet_pages *p, struct alphabet *a,
                        const uint32_t unknown[PAGES_WORDS])
{
    bool good = true;
    for (uint32_t number = 0; number < ALPHABET_PAGES && good; number++)
        if (unknown[number / 32] >> number % 32 & 1)
            good = add_page(p, a, number);
    return good;
}

bool alphabet_pages_send(struct alphabet_pages *p, cudaStream_t stream)
{
    return buffer_send_now(&p->numbers_memory, p->numbers, ALPHABET_PAGES * sizeof *p->numbers,
                           stream) &&
           (p->n == 0 || buffer_send_now(&p->symbols_memory, p->symbols,
                                         p->n * ALPHABET_PAGE * sizeof *p->symbols, stream));
}

struct device_pages alphabet_pages_sent(const struct alphabet_pages *p)
{
    return (struct device_pages){p->numbers_memory.memory, p->symbols_memory.memory};
}

void alphabet_pages_free(struct alphabet_pages *p)
{
    buffer_free(&p->numbers_memory);
    buffer_free(&p->symbols_memory);
    free(p->numbers);
    free(p->symbols);
    *p = (struct alphabet_pages){0};
}

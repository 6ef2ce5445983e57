#include "scan/hit_check.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

static bool ascends(const struct hit *a, const struct hit *b)
{
    return a->end < b->end || (a->end == b->end && a->pattern < b->pattern);
}

static const char *wrong(const struct hit *h, const struct query *q, struct share own,
                         uint32_t limit)
{
    if (h->pattern >= q->npatterns)
        return "a pattern that there is not";
    if (h->end <= own.begin || h->end > own.end) /* it is owned with symbol end - 1 */
        return "an end that is not owned";
    if (h->distance > q->patterns[h->pattern].k)
        return "a distance above the pattern's k";
    if (q->best && h->distance > limit)
        return "a distance above the least one known";
    return NULL;
}

const char *hits_wrong(const struct hits *h, const struct query *q, struct share own,
                       uint32_t limit, size_t *at)
{
    for (*at = 0; *at < h->n; ++*at) {
        const char *reason = wrong(&h->v[*at], q, own, limit);
        if (reason != NULL)
            return reason;
        if (*at > 0 && !ascends(&h->v[*at - 1], &h->v[*at]))
            return "an end that does not follow the one before";
    }
    return NULL;
}

#ifdef __SANITIZE_ADDRESS__
/* The rest of a buffer, from `end` on. */
static void guard_rest(const unsigned char *buffer, size_t capacity, const unsigned char *end,
                       bool on)
{
    if (buffer == NULL || end < buffer || end > buffer + capacity)
        return;
    if (on)
        ASAN_POISON_MEMORY_REGION(end, (size_t)(buffer + capacity - end));
    else
        ASAN_UNPOISON_MEMORY_REGION(end, (size_t)(buffer + capacity - end));
}

void chunk_guard(const struct chunk *c, bool on)
{
    size_t size = c->width > 0 ? c->width : 1;
    const unsigned char *symbols = c->symbols;
    guard_rest(c->storage.buffer, c->storage.capacity.buffer, c->bytes + c->nbytes, on);
    if (symbols != NULL)
        guard_rest(symbols, c->storage.capacity.symbols, symbols + c->length * size, on);
}
#else
void chunk_guard(const struct chunk *c, bool on)
{
    (void)c, (void)on;
}
#endif

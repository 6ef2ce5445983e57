/* chunk.c - from symbols back to bytes. */
#include "chunk.h"

#include <stdlib.h>

#include "utf8.h"

size_t chunk_byte(const struct chunk *c, size_t i)
{
    if (!c->utf8 || c->width == 0)
        return i;
    if (i >= c->length)
        return c->nbytes;
    size_t byte = c->marks[i / CHUNK_MARK];
    for (size_t rest = i % CHUNK_MARK; rest > 0; rest--) {
        uint32_t ignored;
        byte += utf8_decode(c->bytes + byte, c->nbytes - byte, &ignored);
    }
    return byte;
}

size_t chunk_span_after(const struct chunk *c, size_t byte)
{
    size_t low = 0, high = c->nspans;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->spans[middle].end <= byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void chunk_free(struct chunk *c)
{
    free(c->name);
    free(c->bytes);
    free(c->symbols);
    free(c->marks);
    free(c->spans);
    *c = (struct chunk){0};
}

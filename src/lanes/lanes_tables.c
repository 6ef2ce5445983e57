#include "lanes/lanes_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"

enum {
    ALIGNMENT = 64,
    SLOTS = 256,     /* most tables, ... */
    TABLES = 1 << 19 /* ... and most bytes of all tables, unless a strip needs more */
};

void *lanes_allocate(size_t words, size_t count)
{
    size_t size = (count + 1) * words * sizeof(uint64_t);
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *vectors = aligned_alloc(ALIGNMENT, size);
    if (vectors != NULL)
        return memset(vectors, 0, size);
    die_out_of_memory();
}

void lanes_tables_fit(struct lanes_tables **tables, size_t rows, size_t words)
{
    size_t most = TABLES / (words * sizeof(uint64_t)) / (rows + 1);
    size_t count = most < LANES_STRIP + 1 ? LANES_STRIP + 1 : most < SLOTS ? most : SLOTS;
    struct lanes_tables *t = *tables;
    if (t == NULL)
        t = *tables = xcalloc(1, sizeof *t);
    if (t->there == NULL)
        t->there = lanes_allocate(words, LANES_STRIP);
    if (t->vectors == NULL || t->size < count * rows) {
        free(t->vectors);
        t->size = count * rows;
        t->vectors = lanes_allocate(words, t->size);
    }
    t->capacity = (uint32_t)count;
    t->words = rows * words;
}

void lanes_tables_close(struct lanes_tables *t)
{
    if (t == NULL)
        return;
    free(t->vectors);
    free(t->there);
    free(t);
}

void lanes_tables_forget(struct lanes_tables *t)
{
    memset(t->places, 0, sizeof t->places);
    memset(t->vectors, 0, t->words * sizeof *t->vectors);
    t->used = 1;
}

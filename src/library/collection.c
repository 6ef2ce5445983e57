/* collection.c - an edgrep_found that keeps the occurrences. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "library/edgrep.h"
#include "library/heap.h"

enum { LEAST_CAPACITY = 16 };

static bool reserve_one(struct edgrep_collection *c)
{
    if (c->count < c->capacity)
        return true;
    size_t capacity = c->capacity > 0 ? 2 * c->capacity : LEAST_CAPACITY;
    void *grown = reallocarray(c->occurrences, capacity, sizeof *c->occurrences);
    if (grown == NULL)
        return false;
    c->occurrences = grown;
    c->capacity = capacity;
    return true;
}

static bool append(struct edgrep_collection *c, const struct edgrep_occurrence *o)
{
    if (!reserve_one(c))
        return false;
    c->occurrences[c->count] = *o;
    if (o->cigar != NULL) {
        size_t size = strlen(o->cigar) + 1;
        char *cigar = malloc(size);
        if (cigar == NULL)
            return false;
        c->occurrences[c->count].cigar = memcpy(cigar, o->cigar, size);
    }
    c->count++;
    return true;
}

int edgrep_collect(void *collection, const struct edgrep_occurrence *occurrence)
{
    struct edgrep_collection *c = collection;
    struct heap *before = heap_use(NULL); /* the caller owns the memory, not the search */
    bool kept = append(c, occurrence);
    (void)heap_use(before);
    c->status = kept ? EDGREP_OK : EDGREP_MEMORY;
    return !kept || c->count == c->most;
}

void edgrep_collection_free(struct edgrep_collection *collection)
{
    for (size_t i = 0; i < collection->count; i++)
        free((char *)collection->occurrences[i].cigar);
    free(collection->occurrences);
    *collection = (struct edgrep_collection){.most = collection->most};
}

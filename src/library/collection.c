/* collection.c - an edgrep_found that keeps the occurrences. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "library/call.h"

enum { LEAST_CAPACITY = 16 };

/* Copies the edits of an occurrence: the array, and behind it the CIGAR string. */
static bool copy_edits(struct edgrep_occurrence *o)
{
    size_t array = o->edit_count * sizeof *o->edits, size = strlen(o->cigar) + 1;
    char *copy = malloc(array + size);
    if (copy == NULL)
        return false;
    memcpy(copy, o->edits, array);
    o->edits = (void *)copy;
    o->cigar = memcpy(copy + array, o->cigar, size);
    return true;
}

static bool append_occurrence(struct edgrep_collection *c, const struct edgrep_occurrence *o)
{
    const size_t need = c->count == 0 ? LEAST_CAPACITY : c->count + 1;
    if (!grow(&c->occurrences, &c->capacity, need, sizeof *c->occurrences))
        return false;
    c->occurrences[c->count] = *o;
    if (o->cigar != NULL && !copy_edits(&c->occurrences[c->count]))
        return false;
    c->count++;
    return true;
}

int edgrep_collection_add(void *collection, const struct edgrep_occurrence *occurrence)
{
    struct edgrep_collection *c = collection;
    struct heap *before = heap_use(NULL); /* the caller owns the memory, not the search */
    bool kept = append_occurrence(c, occurrence);
    (void)heap_use(before);
    c->status = kept ? EDGREP_OK : EDGREP_MEMORY;
    return !kept || c->count == c->most;
}

void edgrep_collection_free(struct edgrep_collection *collection)
{
    for (size_t i = 0; i < collection->count; i++)
        free((void *)collection->occurrences[i].edits);
    free(collection->occurrences);
    *collection = (struct edgrep_collection){.most = collection->most};
}

FORMER_NAME(edgrep_collect, edgrep_collection_add);

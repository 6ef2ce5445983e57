#include "input/carry_over.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "text/fold_chunk.h"

void carry_over_begin(struct carry_over *t, uint64_t offset, uint64_t source)
{
    t->offset = offset;
    t->source = source;
    t->part = ENTRY_BEGIN;
    t->size = t->begin = 0;
}

bool carry_over_keep(struct carry_over *t, const struct chunk *c, size_t from, size_t end)
{
    size_t size = end - from;
    if (!grow_anew(&t->bytes, &t->capacity, size, malloc))
        return false;
    if (size > 0)
        memcpy(t->bytes, c->bytes + from, size);
    t->size = size;
    t->begin = c->end_byte - from;
    t->offset = c->origin.offset + from;
    t->source = chunk_source(c, from);
    t->part = c->rules.folding != NULL ? fold_part_at(c, from) : ENTRY_BEGIN;
    return true;
}

void carry_over_give(const struct carry_over *t, struct chunk *c)
{
    c->origin.offset = t->offset;
    c->origin.source = t->source;
    c->folded.part = t->part;
    c->nbytes = t->size;
    c->begin_byte = c->end_byte = t->begin;
    chunk_place(c, t->size, t->offset + t->size);
    if (t->size > 0)
        memcpy(c->bytes, t->bytes, t->size);
}

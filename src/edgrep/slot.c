#include "edgrep/slot.h"

#include <stdlib.h>

void slot_free(struct slot *slot)
{
    range_free(&slot->range);
    free(slot->extract.parts);
    collected_free(&slot->extract.collected);
    slot->extract = EXTRACT_INIT;
    chunk_free(&slot->chunk);
    input_status_clear(&slot->input_status);
    hits_free(&slot->hits);
}

double slot_bytes(const struct slot *slot)
{
    double bytes = 0;
    const struct extract *x = &slot->extract;
    for (size_t i = 0; i < x->nparts; i++)
        if (x->parts[i].ended)
            bytes += (double)(x->parts[i].end - slot->range.parts[i].begin);
    return bytes;
}

bool slot_is_sendable(const struct slot *slot, int delimiter)
{
    const struct chunk *c = &slot->chunk;
    const struct input_status *n = &slot->input_status;
    bool no_lead_in = c->begin_byte == 0, any = c->end_byte > c->begin_byte;
    if (slot_has_range(slot) || n->paused || n->errnum != 0 || n->name == NULL ||
        c->decoding.barren)
        return false;
    return no_lead_in && any && (n->last || c->bytes[c->end_byte - 1] == delimiter);
}

void slot_choose_buffers(struct slot *slot, struct slot *last, struct slot *slots, size_t n,
                         const struct chunk_memory *memory)
{
    struct slot *found = last;
    for (size_t i = 0; found == NULL || found->state != SLOT_FREE ||
                       found->chunk.storage.memory != memory || found->chunk.storage.buffer == NULL;
         i++) {
        if (i == n) {
            found = slot;
            break;
        }
        found = &slots[((size_t)(slot - slots) + i) % n];
    }
    struct chunk swap = slot->chunk;
    slot->chunk = found->chunk;
    found->chunk = swap;
    if (memory != NULL) /* the processor reads any memory */
        chunk_use(&slot->chunk, memory);
}

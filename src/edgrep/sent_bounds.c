#include "edgrep/sent_bounds.h"

#include <stdlib.h>

#include "base/xalloc.h"

void sent_bounds_open(struct sent_bounds *sent, const struct distance_bounds *bounds)
{
    *sent = (struct sent_bounds){.all = UINT32_MAX};
    if (bounds->each == NULL)
        return;
    sent->each = xcalloc(bounds->n, sizeof *sent->each);
    for (size_t i = 0; i < bounds->n; i++)
        sent->each[i] = UINT32_MAX;
}

void sent_bounds_close(struct sent_bounds *sent)
{
    free(sent->each);
    sent->each = NULL;
}

static void pack_bound(struct pack *p, uint32_t index, uint32_t bound)
{
    pack_number(p, index);
    pack_number(p, bound);
}

bool sent_bounds_put_new(struct sent_bounds *sent, const struct distance_bounds *bounds,
                         struct pack *p)
{
    unsigned changes = atomic_load(&bounds->changes);
    uint32_t all = distance_bounds_all(bounds);
    if (changes == sent->changes)
        return false;
    sent->changes = changes;
    size_t before = p->size;
    if (all < sent->all)
        pack_bound(p, SENT_BOUNDS_ALL, sent->all = all);
    for (uint32_t i = 0; i < bounds->n; i++)
        if (distance_bounds_one(bounds, i) < sent->each[i])
            pack_bound(p, i, sent->each[i] = distance_bounds_one(bounds, i));
    bool any = p->size > before;
    if (any)
        pack_number(p, SENT_BOUNDS_END);
    return any;
}

uint32_t sent_bounds_common(struct sent_bounds *sent, const struct distance_bounds *bounds)
{
    return sent->all = distance_bounds_all(bounds);
}

void sent_bounds_receive(struct sent_bounds *sent, struct distance_bounds *bounds, struct unpack *u)
{
    for (uint32_t index; (index = (uint32_t)unpack_number(u)) != SENT_BOUNDS_END;) {
        uint32_t bound = (uint32_t)unpack_number(u);
        uint32_t *known = index == SENT_BOUNDS_ALL ? &sent->all : &sent->each[index];
        *known = bound < *known ? bound : *known;
        if (index == SENT_BOUNDS_ALL)
            distance_bounds_lower(bounds, bound);
        else
            distance_bounds_lower_one(bounds, index, bound);
    }
}

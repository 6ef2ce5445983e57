#include "edgrep/sent_bounds.h"

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
    if (all < distance_bounds_all(&sent->known))
        pack_bound(p, SENT_BOUNDS_ALL, sent_bounds_common(sent, bounds));
    for (uint32_t i = 0; i < bounds->n; i++) {
        uint32_t one = distance_bounds_one(bounds, i);
        if (one < distance_bounds_one(&sent->known, i))
            pack_bound(p, i, one);
        distance_bounds_lower_one(&sent->known, i, one);
    }
    bool any = p->size > before;
    if (any)
        pack_number(p, SENT_BOUNDS_END);
    return any;
}

uint32_t sent_bounds_common(struct sent_bounds *sent, const struct distance_bounds *bounds)
{
    uint32_t all = distance_bounds_all(bounds);
    distance_bounds_lower(&sent->known, all);
    return all;
}

static void lower_bound(struct distance_bounds *bounds, uint32_t index, uint32_t bound)
{
    if (index == SENT_BOUNDS_ALL)
        distance_bounds_lower(bounds, bound);
    else
        distance_bounds_lower_one(bounds, index, bound);
}

void sent_bounds_receive(struct sent_bounds *sent, struct distance_bounds *bounds, struct unpack *u)
{
    for (uint32_t index; (index = (uint32_t)unpack_number(u)) != SENT_BOUNDS_END;) {
        uint32_t bound = (uint32_t)unpack_number(u);
        lower_bound(&sent->known, index, bound);
        lower_bound(bounds, index, bound);
    }
}

/* told.c - see told.h. */
#include "edgrep/told.h"

#include <stdlib.h>

#include "base/xalloc.h"

void told_open(struct told *t, const struct bests *b)
{
    *t = (struct told){.all = UINT32_MAX};
    if (b->each == NULL)
        return;
    t->each = xcalloc(b->n, sizeof *t->each);
    for (size_t i = 0; i < b->n; i++)
        t->each[i] = UINT32_MAX;
}

void told_close(struct told *t)
{
    free(t->each);
    t->each = NULL;
}

static void put(struct pack *p, uint32_t index, uint32_t bound)
{
    pack_number(p, index);
    pack_number(p, bound);
}

bool told_put(struct told *t, const struct bests *b, struct pack *p)
{
    unsigned changes = atomic_load(&b->changes);
    uint32_t all = bests_all(b);
    if (changes == t->changes)
        return false;
    t->changes = changes;
    size_t before = p->size;
    if (all < t->all)
        put(p, TOLD_ALL, t->all = all);
    for (uint32_t i = 0; i < b->n; i++)
        if (bests_one(b, i) < t->each[i])
            put(p, i, t->each[i] = bests_one(b, i));
    bool any = p->size > before;
    if (any)
        pack_number(p, TOLD_END);
    return any;
}

uint32_t told_all(struct told *t, const struct bests *b)
{
    return t->all = bests_all(b);
}

void told_take(struct told *t, struct bests *b, struct unpack *u)
{
    for (uint32_t index; (index = (uint32_t)unpack_number(u)) != TOLD_END;) {
        uint32_t bound = (uint32_t)unpack_number(u);
        uint32_t *known = index == TOLD_ALL ? &t->all : &t->each[index];
        *known = bound < *known ? bound : *known;
        if (index == TOLD_ALL)
            bests_lower(b, bound);
        else
            bests_lower_one(b, index, bound);
    }
}

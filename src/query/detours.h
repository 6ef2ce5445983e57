/* detours.h - other items that may stand in the place of some, at a cost: those of confusions. */
#ifndef DETOURS_H
#define DETOURS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DETOUR_MOST = 3 }; /* items and characters of one */

/* Items that follow each other, when they match these characters, may stand as other items. */
struct detour {
    uint32_t cost, length, count;
    uint32_t characters[DETOUR_MOST], same[DETOUR_MOST]; /* same: the items of just a character */
    uint32_t items[DETOUR_MOST];                         /* `count` */
};

struct detours {
    const struct detour *list;
    size_t count;
    /* Whether the item matches the character; NULL: each item is just one, or its cases. */
    bool (*matches)(void *context, uint32_t item, uint32_t character);
    void *context;
};

#endif

/* confusion_edges.h - items that may be replaced by others, at a cost: those of confusions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONFUSION_EDGE_MOST = 3 }; /* most items and characters of one */

/* Items in sequence that may, if they match these characters, be replaced by other items. */
struct confusion_edge {
    uint32_t cost, length, count;
    uint32_t characters[CONFUSION_EDGE_MOST],
        same[CONFUSION_EDGE_MOST];       /* same: the items that match only this character */
    uint32_t items[CONFUSION_EDGE_MOST]; /* `count` */
};

struct confusion_edges {
    const struct confusion_edge *list;
    size_t count;
    /* Whether the item matches the character; NULL: each item is just one character, or its
     * cases. */
    bool (*matches)(void *context, uint32_t item, uint32_t character);
    void *context;
};

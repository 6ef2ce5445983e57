/* confusion.h - characters that may be confused with others (--confuse), as listed in a file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONFUSION_MOST = 3 /* characters, and items, on a side */ };

struct confusion {
    uint32_t cost;
    char *sides[2]; /* owned; if one is in the pattern, the text may have the other */
    size_t lengths[2];
    const char *file;
    unsigned long line; /* from 1 */
};

struct confusion_list {
    struct confusion *list;
    size_t count, capacity;
};

/* Items in sequence that may, if they match these characters, be replaced by other items. */
struct confusion_edge {
    uint32_t cost, length, count;
    uint32_t characters[CONFUSION_MOST],
        same[CONFUSION_MOST];       /* same: the items that match only this character */
    uint32_t items[CONFUSION_MOST]; /* `count` */
};

struct confusion_edges {
    const struct confusion_edge *list;
    size_t count;
    /* Returns whether the item matches the character; NULL: each item is one character, or its
     * cases. */
    bool (*matches)(void *context, uint32_t item, uint32_t character);
    void *context;
};

/* Adds a copy of *c. */
void confusions_add(struct confusion_list *to, const struct confusion *c);

/* Adds the confusions of a file ("-" is standard input; "@NAME": of share/edgrep, beside the
 * directory of the program): lines of COST, a tab, A, a tab, B, or comments behind #. Returns false
 * after reporting an error. patterns_compile() checks the lengths of A and B later. The name must
 * outlive the list. */
bool confusions_read(struct confusion_list *to, const char *name);
void confusions_free(struct confusion_list *list);

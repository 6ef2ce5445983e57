/* confusion.h - characters that may be confused with others (--confuse), as listed in a file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONFUSION_MOST = 3 /* characters on a side */ };

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

/* Adds a copy of *c. */
void confusions_add(struct confusion_list *to, const struct confusion *c);

/* Adds the confusions of a file ("-" is standard input; "@NAME": of share/edgrep, beside the
 * directory of the program): lines of COST, a tab, A, a tab, B, or comments behind #. Returns false
 * after reporting an error. patterns_compile() checks the lengths of A and B later. The name must
 * outlive the list. */
bool confusions_read(struct confusion_list *to, const char *name);
void confusions_free(struct confusion_list *list);

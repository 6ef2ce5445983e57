/* confusion.h - characters that may stand for each other (--confuse), as a file lists them. */
#ifndef CONFUSION_H
#define CONFUSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONFUSION_MOST = 3 /* characters on a side */ };

struct confusion {
    uint32_t cost;
    char *sides[2]; /* owned; either may be in the pattern, the other is in the text then */
    size_t lengths[2];
    const char *file;
    unsigned long line; /* from 1 */
};

struct confusion_list {
    struct confusion *list;
    size_t count, capacity;
};

/* Adds a copy of it. */
void confusions_add(struct confusion_list *to, const struct confusion *c);

/* Adds those in a file ("-" is standard input; "@NAME": of share/edgrep, beside the directory of
 * the program), lines of COST, a tab, A, a tab, B, or comments behind #; false when an error was
 * reported. How many characters A and B have is looked at later (patterns_compile()). The
 * name must outlive the list. */
bool confusions_read(struct confusion_list *to, const char *name);
void confusions_free(struct confusion_list *list);

#endif

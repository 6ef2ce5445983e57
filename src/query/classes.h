/* classes.h - a pattern of -P, cut into items that match one character each. */
#ifndef CLASSES_H
#define CLASSES_H

#include <stddef.h>

#include "query/rules.h"

struct class_item {
    const char *text; /* how it is written, within the pattern */
    size_t length;
    char *source; /* what PCRE2 compiles to match it: the options before it, and itself; owned */
    size_t source_length;
    void *regex; /* compiled source, owned */
    bool undecodable;
};

/*
 * Cuts the pattern text[0..length). NULL: the error was reported. Otherwise *count items (maybe
 * none); free what is not wanted of each, and the array.
 */
struct class_item *classes_cut(const char *text, size_t length, const struct pattern_rules *rules,
                               size_t *count);

/* Frees an array of items with all they own. */
void classes_free(struct class_item *items, size_t count);

#endif

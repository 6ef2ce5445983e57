/*
 * uses.h - where characters of a text may stand for other items together: for two items that are
 * exchanged, or as a confusion permits.
 */
#ifndef USES_H
#define USES_H

#include "query/alphabet.h"
#include "query/query.h"

struct use {
    char edit; /* 'T': two items are exchanged, 'C': a confusion */
    uint32_t cost, items, characters;
    uint32_t symbols[CONFUSION_EDGE_MOST]; /* the use is for items that match these, one after the
                                              other */
};

struct uses {
    struct use *list;
    size_t *ends; /* list[ends[j]..ends[j + 1]) are the uses whose last character is number j - 1,
                     as they are preferred: an exchange, then confusions in their order */
    size_t n;
};

/* What is possible in a text of n symbols. uses_free() frees it. Ends the program when memory is
 * out. */
void uses_find(struct uses *u, const struct query *q, const struct edits *edits, struct alphabet *a,
               const uint32_t *text, size_t n);
void uses_free(struct uses *u);

#endif

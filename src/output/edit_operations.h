/*
 * edit_operations.h - where characters of a text may stand for other items together: for two items
 * that are exchanged, or as a confusion permits.
 */
#ifndef EDIT_OPERATIONS_H
#define EDIT_OPERATIONS_H

#include "query/alphabet.h"
#include "query/query.h"

struct use {
    char edit; /* 'T': two items are exchanged, 'C': a confusion */
    uint32_t cost, items, characters;
    uint32_t symbols[CONFUSION_EDGE_MOST]; /* the use is for items that match these, one after the
                                              other */
};

struct edit_operations {
    struct use *list;
    size_t *ends; /* list[ends[j]..ends[j + 1]) are the uses whose last character is number j - 1,
                     as they are preferred: an exchange, then confusions in their order */
    size_t n;
};

/* What is possible in a text of n symbols. edit_operations_free() frees it. Exits the program when
 * out of memory. */
void edit_operations_find(struct edit_operations *u, const struct query *q,
                          const struct edits *edits, struct alphabet *a, const uint32_t *text,
                          size_t n);
void edit_operations_free(struct edit_operations *u);

#endif

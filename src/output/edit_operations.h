/*
 * edit_operations.h - finds where characters of a text may match other items together: two
 * exchanged items, or a confusion.
 */
#pragma once

#include "query/alphabet.h"
#include "query/query.h"

struct use {
    char edit; /* 'T': two items are exchanged, 'C': a confusion */
    uint32_t cost, items, characters;
    uint32_t symbols[CONFUSION_EDGE_MOST]; /* the items that match these symbols, in order, are the
                                              ones replaced */
};

struct edit_operations {
    struct use *list;
    size_t *ends; /* list[ends[j]..ends[j + 1]) are the operations whose last character is number j
                     - 1, in order of preference: an exchange, then confusions in their order */
    size_t n;
};

/* Finds all operations in a text of n symbols. edit_operations_free() frees them. Exits the program
 * when out of memory. */
void edit_operations_find(struct edit_operations *u, const struct query *q,
                          const struct edits *edits, struct alphabet *a, const uint32_t *text,
                          size_t n);
void edit_operations_free(struct edit_operations *u);

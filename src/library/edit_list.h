/*
 * edit_list.h - the edits of alignments, in the two forms of library/edgrep.h: CIGAR texts and an
 * array.
 */
#pragma once

#include "library/edgrep.h"

/* All zero: empty. Its memory belongs to a heap. */
struct edit_list {
    char *cigars; /* one text behind the other, each with a NUL at its end */
    size_t size, capacity;
    struct edgrep_edit *runs; /* of all alignments */
    size_t count, runs_capacity;
};

/* Adds a run of equal edits to the current alignment. Leaves the call when out of memory. */
void edit_list_add(struct edit_list *l, char kind, uint64_t length);

/* Ends the current alignment, which may have no edits. Leaves the call when out of memory. */
void edit_list_end(struct edit_list *l);

/* Removes all alignments, and keeps the memory. */
void edit_list_clear(struct edit_list *l);

/*
 * nearest.h - finds the sequence of an automaton that is nearest to a text, and the edits.
 *
 * Of several sequences it takes the first in the order of the expression: where they differ, the
 * one with the alternative written first, or with one more repetition. The edits are traced back
 * from the end, preferring the diagonal (a match, an exchange, a substitution, then the confusion
 * listed first), then an additional text character, then an additional item.
 *
 * Time and memory grow with the states times the symbols.
 */
#pragma once

#include "base/span.h"
#include "output/nearest_path.h"
#include "query/query.h"

enum { NEAREST_GROUPS = 9 }; /* of an expression, the first ones */

struct nearest {
    uint32_t *items; /* of the sequence */
    size_t nitems;
    struct span groups[NEAREST_GROUPS]; /* with marks: the items of group i + 1 in its last
                                           repetition; empty if it was not used */
    char *edits;                        /* as those of an alignment (alignment.h) */
    size_t nedits;
    uint32_t distance;
};

/* Fills *to, for the automaton of pattern q->patterns[pattern] (the one with marks where there is
 * one), to which the text has a distance; nearest_free() frees what it owns. Exits the program when
 * out of memory, or the table would be too large. */
void nearest_find(struct nearest *to, const struct query *q, size_t pattern, struct alphabet *a,
                  const struct nearest_text *text);
void nearest_free(struct nearest *n);

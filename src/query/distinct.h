/* distinct.h - of patterns that are equal, one is kept. */
#ifndef DISTINCT_H
#define DISTINCT_H

#include "query/query.h"

/*
 * Frees the patterns that equal an earlier one, closes the gaps, and sets the index of those that
 * stay. The text of an item lies in the first pattern that has it, so no text is lost.
 */
void distinct_keep(struct query *q);

#endif

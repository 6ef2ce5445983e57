/* distinct.h - removes duplicate patterns. */
#pragma once

#include "query/query.h"

/*
 * Frees patterns that equal an earlier one, closes the gaps, and sets the index of the others. The
 * text of an item lies in the first pattern that has it, so no text is lost.
 */
void distinct_keep(struct query *q);

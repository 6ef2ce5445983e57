/* pattern_set.h - which patterns are searched for: each one once, and alternatives by themselves.
 */
#pragma once

#include "query/query.h"

/*
 * Frees patterns that equal an earlier one, closes the gaps, and sets the index of the others. The
 * text of an item lies in the first pattern that has it, so no text is lost.
 */
void distinct_keep(struct query *q);

/*
 * Returns the query for query.alternatives, or NULL: expressions like (abc|defg|...) as many
 * patterns, which engines search for much faster than by an automaton; where edits have costs or
 * limits, with edits of cost 1 first (unit_query.h). The distance of such an expression at an end
 * is the least of the distances of its alternatives. The query shares memory with q. Exits the
 * program when out of memory.
 */
const struct query *alternatives_open(const struct query *q);

/* Returns the query for query.cores, or NULL. The rest is as for alternatives_open(). */
const struct query *cores_open(const struct query *q);

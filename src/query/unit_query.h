/*
 * unit_query.h - patterns whose edits have costs or limits, as patterns whose edits cost 1.
 *
 * If an edit costs at least c, an occurrence of cost k has at most k / c edits.
 */
#pragma once

#include "query/query.h"

/* Returns the most edits that do what edits and confusions of cost k do; UINT32_MAX: any number. */
uint32_t unit_query_edits(const struct query *q, uint32_t k);

/* Returns whether the patterns are sequences whose edits have costs or limits, and the search for
 * ends with as many edits would not find all ends. In best mode it may, until there is a bound. */
bool unit_query_pays(const struct query *q);

/* Returns the search for ends with as many edits, if it pays: a query_copy(). NULL: out of memory.
 */
struct query *unit_query_open(const struct query *q);

/* Returns the search for their occurrences without errors, if it pays: a query_copy(). NULL: out of
 * memory. */
struct query *unit_query_exact(const struct query *q);

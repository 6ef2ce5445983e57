/*
 * unit_query.h - patterns whose edits have costs or limits, as patterns whose edits cost 1.
 *
 * If an edit costs at least c, an occurrence of cost k has at most k / c edits.
 */
#pragma once

#include "query/query.h"

/* Returns the most edits that do what edits and confusions of cost k do; UINT32_MAX: any number. */
uint32_t unit_query_edits(const struct query *q, uint32_t k);

/* Returns the search for ends with as many edits, or NULL if it would find all ends, or when out of
 * memory: sets *good to false then. free() frees the result and its patterns, which share memory
 * with q. */
struct query *unit_query_open(const struct query *q, bool *good);

/*
 * unit_query.h - patterns whose edits have costs or limits, as patterns whose edits cost 1.
 *
 * If an edit costs at least c, an occurrence of cost k has at most k / c edits.
 */
#pragma once

#include "query/query.h"

/* Returns how many edits of cost 1 can at most replace the edits and confusions of an occurrence of
 * cost k: of this pattern, a sequence; of all. */
uint32_t unit_query_edits(const struct pattern *p, uint32_t k);
uint32_t unit_query_most(const struct query *q, uint32_t k);

/* Returns whether unit_query_edits() of the pattern is below the number of items, or, with
 * confusions at no cost, at most half of it: otherwise nearly every end would be found. In best
 * mode always true. */
bool unit_query_has(const struct query *q, const struct pattern *p);

/* Returns whether the patterns are sequences whose edits have costs or limits, it has some of them,
 * and lacks only patterns with confusions at no cost: any other one selects nearly every record,
 * which its automaton shows sooner. */
bool unit_query_pays(const struct query *q);

/* If it pays, returns the search for ends with that many edits, or without edits of patterns
 * that it does not have: a query_copy(). NULL: out of memory. */
struct query *unit_query_open(const struct query *q);

/* As unit_query_open(), for occurrences without errors. */
struct query *unit_query_exact(const struct query *q);

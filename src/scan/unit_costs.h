/*
 * unit_costs.h - patterns whose edits have costs or limits: searches first with edits of cost 1 and
 * without limits (query/unit_query.h), which is much faster, then with the automata around the ends
 * found. Each end of an occurrence is among them.
 */
#pragma once

#include "scan/multi.h"

struct unit_costs;

/* Ends of a pattern that are not too many, however short the text is; tests may change it. */
enum { UNIT_COSTS_ENDS = 64 };
extern size_t unit_costs_ends;

/* As the functions of struct engine. `shared` has a query with edits of cost 1. */
struct unit_costs *unit_costs_open(const struct sliced_kernel *kernel, const struct query *q,
                                   const struct alphabet *a, const struct distance_bounds *bests,
                                   struct scan_shared *shared);
void unit_costs_close(struct unit_costs *x);

void unit_costs_ways(const struct unit_costs *x, struct engine_ways *ways);

/* Searches `own` this way, or by the automata alone, as the contest chooses. */
enum engine_status unit_costs_submit(struct unit_costs *x, const struct chunk *c, struct share own,
                                     struct hits *hits);

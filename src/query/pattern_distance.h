/* pattern_distance.h - the costs of a pattern's edits, and its greatest distance. */
#pragma once

#include "query/query.h"
#include "query/rules.h"

/* Returns the costs of edits. */
struct edits pattern_edits(const struct pattern_rules *rules);

/* Returns the greatest cost of an exchange or a confusion; 0: there are none. */
uint32_t pattern_other_cost(const struct pattern_rules *rules);

/* Sets p->k and p->asked; `limits` are those of the pattern as a whole, `own` its own distance or
 * NULL: that of the rules. Returns false if the user's distance is no restriction (reported). */
bool pattern_set_distance(const struct pattern_rules *rules, const struct edit_limits *limits,
                          const char *what, const struct limit *own, struct pattern *p);

/* strips_bound.h - the increasing bounds on the distance that strips try. */
#pragma once

#include "pair/sequences.h"

/* Returns the first bound, if the distance is likely to be `distance`. A band narrower than
 * COST_BAND is hardly cheaper. A wider one is not tried first, because the sequences may differ
 * only at their beginning. */
uint64_t strips_bound_first(const struct sequences *s, double distance);

/*
 * Returns the bound after one that reached `part` of the rows. `likely` is the distance if the rest
 * has proportionally many edits. It is used if it is based on a good part of the rows and close to
 * the earlier estimate (*distance); otherwise the bound grows step by step.
 */
uint64_t strips_bound_next(const struct sequences *s, uint64_t bound, double part,
                           double *distance);

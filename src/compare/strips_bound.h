/* strips_bound.h - the bounds on a distance within which strips are tried, one after the other. */
#ifndef STRIPS_BOUND_H
#define STRIPS_BOUND_H

#include "pair/sequences.h"

/* Returns the first bound, where the distance is likely to be `distance`. A band that is narrower
 * than COST_BAND is hardly cheaper. A wider one waits for what this one tells, because the
 * sequences may begin unlike. */
uint64_t strips_bound_first(const struct sequences *s, double distance);

/*
 * The bound to be tried after one that reached `part` of the rows. If the rest has as many edits
 * for its rows, the distance is `likely`. That is believed when a good part of the rows says it,
 * and what was known before (*distance) says about the same; else the bound grows step by step.
 */
uint64_t strips_bound_next(const struct sequences *s, uint64_t bound, double part,
                           double *distance);

#endif

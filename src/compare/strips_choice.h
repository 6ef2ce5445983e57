/*
 * strips_choice.h - who computes strips of a pair: the processor, one device, or a scheduler.
 *
 * Costs are nanoseconds. costs.h has the first estimates; what was measured in this run takes their
 * place (compare->cell_cost). A wrong estimate costs time, but never changes an answer.
 */
#pragma once

#include "compare/compare_state.h"
#include "pair/corridor.h"
#include "pair/sequences.h"

struct strips_choice {
    double cost;      /* nanoseconds by the fastest of a scheduler, one device and the processor */
    unsigned devices; /* of this rank, that are faster than its processor; 0: none */
    bool parallel;    /* a scheduler is the fastest, with these devices */
};

/* Chooses for a distance of at most `limit`. */
struct strips_choice strips_choose(struct compare *c, const struct sequences *s, uint64_t limit);

/* Returns whether strips compute a band for a limit: it leaves out some of the table. */
static inline bool strips_choice_is_band(const struct sequences *s, uint64_t limit)
{
    return limit < sequences_longer(s);
}

/* Returns the limit that a device should try first if the distance is likely to be `distance`. It
 * is so large that a narrower band would hardly take less time. */
uint64_t strips_choice_device_limit(const struct sequences *s, double distance);

/* Returns the nanoseconds that the processor takes in a corridor, by strips or by diagonals. */
double strips_choice_corridor_cost(const struct compare *c, const struct sequences *s,
                                   const struct corridor *corridor);

/* Returns whether diagonals are the faster ones in a corridor. */
bool strips_choice_diagonals(const struct compare *c, const struct sequences *s,
                             const struct corridor *corridor);

/* Learns the speed of strips: within a bound they took `seconds` for this share of all rows. */
void strips_choice_learn(struct compare *c, const struct sequences *s, uint64_t bound, double rows,
                         double seconds);

/* Returns whether the processor's threads make a difference beside `devices` devices. */
bool strips_choice_team_pays(const struct compare *c, unsigned devices);

/* Strips try increasing bounds on the distance. Returns the first one, if the distance is likely to
 * be `distance`. A band narrower than COST_BAND is hardly cheaper. A wider one is not tried first,
 * because the sequences may differ only at their beginning. */
uint64_t strips_bound_first(const struct sequences *s, double distance);

/*
 * Returns the bound after one that reached `part` of the rows. `likely` is the distance if the rest
 * has proportionally many edits. It is used if it is based on a good part of the rows and close to
 * the earlier estimate (*distance); otherwise the bound grows step by step.
 */
uint64_t strips_bound_next(const struct sequences *s, uint64_t bound, double part,
                           double *distance);

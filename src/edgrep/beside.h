/*
 * beside.h - whether it pays to begin with devices beside the processor: the model of costs.
 *
 * The environment variable EDGREP_BEGIN says, for tests, what beginning costs, in seconds.
 */
#ifndef BESIDE_H
#define BESIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known so far of a search by the processor. */
struct beside_measures {
    uint64_t done, left; /* bytes; where it is not known what is left, as many as are done */
    double seconds;      /* since the threads began */
    double reading;      /* seconds that reading what is left takes, if that cannot be faster */
    double rows;         /* of all patterns */
};

/* What follows from it, in seconds. */
struct beside_costs {
    double alone;   /* what the processor needs for what is left */
    double devices; /* what one device needs */
    double begin;   /* what it costs to begin */
};

/* What it costs to begin, in seconds. */
double beside_begin(void);

/* False while it is too early to tell. */
bool beside_estimate(struct beside_costs *to, const struct beside_measures *m);

/* Whether the time that devices save is more than beginning costs. */
bool beside_pays(const struct beside_costs *c);

/* Tells the costs, and what was decided, in a line for --stats. */
void beside_explain(char *line, size_t size, const struct beside_costs *c, bool begun);

#endif

/*
 * offload.h - whether it pays to begin with devices beside the processor: the model of costs.
 *
 * The environment variable EDGREP_BEGIN says, for tests, what beginning costs, in seconds.
 */
#ifndef OFFLOAD_H
#define OFFLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known so far of a search by the processor. */
struct offload_measures {
    uint64_t done, left; /* bytes; where it is not known what is left, as many as are done */
    double seconds;      /* since the threads began */
    double reading;      /* seconds that reading what is left takes, if that cannot be faster */
    double rows;         /* of all patterns */
};

/* What follows from it, in seconds. */
struct offload_costs {
    double alone;   /* what the processor needs for what is left */
    double devices; /* what one device needs */
    double begin;   /* what it costs to begin */
};

/* What it costs to begin, in seconds. */
double offload_begin(void);

/* False while it is too early to tell. */
bool offload_estimate(struct offload_costs *to, const struct offload_measures *m);

/* Whether the time that devices save is more than beginning costs. */
bool offload_pays(const struct offload_costs *c);

/* Tells the costs, and what was decided, in a line for --stats. */
void offload_explain(char *line, size_t size, const struct offload_costs *c, bool begun);

#endif

/*
 * offload.h - whether devices are worth their start: a model of what a search still costs with and
 * without them.
 *
 * Getting a device ready takes some tenths of a second. For tests, the environment variable
 * EDGREP_BEGIN sets that time, in seconds.
 */
#ifndef OFFLOAD_H
#define OFFLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known so far of a search that only the processor works on. */
struct offload_measures {
    uint64_t done;  /* bytes searched since the threads began */
    uint64_t left;  /* bytes still to be searched; where unknown, as many as `done` */
    double seconds; /* since the threads began */
    double reading; /* the least seconds in which the rest can be read; 0: not known */
    double rows;    /* of a table, that cost a device as much as a byte does */
};

/* What the model says of the rest of the search, in seconds. */
struct offload_costs {
    double alone;   /* the processor alone needs this for it */
    double devices; /* one device needs this, once it is ready */
    double begin;   /* getting the device ready takes this */
};

/* Seconds that getting a device ready takes. */
double offload_begin(void);

/* Fills *to; false while it is too early to tell. */
bool offload_estimate(struct offload_costs *to, const struct offload_measures *m);

/* Whether devices save more time than getting them ready takes. */
bool offload_pays(const struct offload_costs *c);

/* Writes the costs, and whether devices were begun with, as a line for --stats. */
void offload_explain(char *line, size_t size, const struct offload_costs *c, bool begun);

#endif

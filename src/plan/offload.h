/*
 * offload.h - decides whether starting devices pays: a model of the remaining cost of a search with
 * and without devices.
 *
 * Starting a device takes some tenths of a second. For tests, the environment variable EDGREP_BEGIN
 * sets this time, in seconds.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Measurements of a search that only the processor has worked on so far. */
struct offload_measures {
    uint64_t done;  /* bytes searched since the threads began */
    uint64_t left;  /* bytes still to be searched; where unknown, as many as `done` */
    double seconds; /* since the threads began */
    double reading; /* least seconds for reading the rest; 0: unknown */
    double rows;    /* rows of a table that cost a device as much as a byte */
};

/* Predicted seconds for the rest of the search. */
struct offload_costs {
    double alone;   /* on the processor alone */
    double devices; /* on one started device */
    double begin;   /* for starting the device */
};

/* Returns the seconds that starting a device takes. */
double offload_begin(void);

/* Sets *to. Returns false while there are too few measurements. */
bool offload_estimate(struct offload_costs *to, const struct offload_measures *m);

/* Returns whether devices save more time than starting them takes. */
bool offload_pays(const struct offload_costs *c);

/* Formats the costs, and whether devices were started, as a line for --stats. */
void offload_explain(char *line, size_t size, const struct offload_costs *c, bool begun);

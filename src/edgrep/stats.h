/* stats.h - the statistics of a search, for --stats. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plan/offload.h"
#include "scan/scanner.h"

struct device_stats {
    const char *algorithm, *device; /* NULL: no device was used */
    unsigned used;                  /* number of devices */
    double copy, kernel;            /* busy seconds of all devices together */
    struct offload_costs costs; /* the estimate that decided about devices beside the processor */
    bool begun;                 /* devices were started beside the processor */
    const char *why_not;        /* why they could not be used, or NULL */
};

struct stats {
    const char *engine;     /* the chosen engine */
    const char *engines[3]; /* the engines that scanned, or NULL */
    unsigned threads;       /* scanning threads of this rank */
    unsigned ranks;         /* number of ranks */
    uint64_t inputs, bytes, hits;
    uint64_t binary;               /* binary files that were not searched */
    uint64_t packed, packed_bytes; /* compressed inputs that were read to the end, and their size */
    uint64_t records;              /* UINT64_MAX: not counted */
    double cells;   /* symbols owned times the sum of m: the cells of the whole table */
    double started; /* io_seconds() at the start */
    double read, scan, resolve, output; /* seconds of all threads together */
    const struct scan_shared *shared;   /* which ways were taken, by all threads of this rank */
    struct engine_ways ways; /* of several patterns; candidates of all threads of this rank */
    struct device_stats devices;
};

/* Adds a thread's statistics: its engines, how they searched several patterns, and its devices. */
void stats_add(struct stats *stats, const struct scanner *s);

/* Writes the statistics to standard error. */
void stats_print(const struct stats *s);

/* stats.h - what --stats tells. */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/offload.h"
#include "scan/scanner.h"

struct stats {
    const char *engine;     /* the one that was chosen */
    const char *engines[3]; /* those that worked, or NULL */
    unsigned threads;       /* that scanned, on this rank */
    unsigned ranks;         /* all of them; 1: it is alone */
    uint64_t inputs, bytes, hits;
    uint64_t binary;  /* files that were left out */
    uint64_t records; /* UINT64_MAX: not counted */
    double cells;     /* symbols owned times the sum of m: what the table would have */
    double started;   /* io_seconds() at the start */
    double read, scan, resolve, output; /* seconds; of all threads together */
    struct engine_ways ways; /* of several patterns; candidates of all threads, on this rank */

    /* Of devices. */
    const char *algorithm, *device; /* NULL: none was used */
    unsigned devices;               /* how many */
    double copy, kernel;            /* seconds that they were busy, together */
    struct offload_costs costs;     /* why they were used beside the processor, or not */
    bool begun;                     /* with them beside the processor */
    const char *why_not;            /* what was in the way then, or NULL */
};

/* Adds which engines a thread worked with, how they searched for several patterns, and what the
 * scans tell of devices. */
void stats_add(struct stats *stats, const struct scanner *s);

/* Writes them to standard error. */
void stats_print(const struct stats *s);

#endif

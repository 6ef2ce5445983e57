/* stats.h - what --stats tells. */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stdint.h>

struct stats {
    const char *engines[2]; /* the engine, and that for small chunks (pipeline.h) */
    bool worked[2];         /* which of them did */
    unsigned threads;       /* that scanned */
    uint64_t inputs, bytes, records, hits;
    double cells;   /* symbols owned times the sum of m: what the table would have */
    double started; /* io_seconds() at the start */
    double read, scan, resolve, output; /* seconds; of all threads together */
};

/* Writes them to standard error. */
void stats_print(const struct stats *s);

#endif

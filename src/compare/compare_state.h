/* compare_state.h - settings of comparisons (compare.h), and what was done and measured in them. */
#ifndef COMPARE_STATE_H
#define COMPARE_STATE_H

#include <stdbool.h>

#include "compare/scheduler.h"
#include "strips/strips_device.h"
#include "strips/strips_kernels.h"

/* What was done in all calls so far. */
struct compare_work {
    bool diagonals, strips, columns; /* the ways that led to an answer; columns: short_by_long.h */
    bool pairs;                      /* hamming.h */
    unsigned devices;                /* how many computed strips at the same time */
    unsigned threads;                /* that computed strips at once; 0: none did */
    unsigned ranks;                  /* that helped this one */
    const char *why_not; /* why devices, which would have paid, are not used again; or NULL */
    double cells;        /* of the tables of what was left */
    double seconds;
};

/* What was measured in the calls so far, in nanoseconds; 0: nothing yet. */
struct compare_rates {
    double cell; /* by strips, on one thread (costs.h) */
};

/* For tests: `teams` teams of `threads` threads each share panels of `rows` rows and `columns`
 * columns (0: chosen). No teams: panels only where they pay. */
struct compare_panels {
    unsigned teams;
    size_t rows, columns;
};

/* Takers elsewhere that may join a crew (scheduler.h). */
struct compare_others {
    void *context;
    unsigned ranks; /* their number; each is expected to be like this rank */
    /* Adds takers and a hand to a crew that will compute this pair. How many of the ranks compute
     * with devices, as far as they have told. */
    unsigned (*join)(void *context, struct scheduler *crew, const struct sequences *compact,
                     enum metric metric);
};

struct compare {
    enum compare_way way;
    const struct strips_kernel *kernel; /* NULL: the fastest */
    unsigned threads;
    /* The kind of devices that compute strips where that pays: those of this rank (ranks/share.h),
     * as many as pay. NULL: none, as for a metric that they do not know. */
    const struct strips_device *device;
    const struct compare_others *others; /* who would help besides; NULL: nobody */
    bool device_only; /* asked for by name: only they compute, and the failure of one is the end */
    size_t memory;    /* words that a part of a table may take; 0: chosen. Less means more work. */
    struct compare_panels panels;
    uint64_t guess; /* a bound on the distance that strips try first; 0: chosen */
    /* Called now and then: `part` (0 to 1) of the work is done; the table has `cells`. Or NULL. */
    void (*progress)(void *context, double part, double cells);
    void *context;
    struct compare_work work;
    struct compare_rates rates;
};

#endif

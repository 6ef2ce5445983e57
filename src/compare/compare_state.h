/* compare_state.h - settings, statistics and measurements of comparisons (compare.h). */
#pragma once

#include <stdbool.h>

#include "compare/scheduler.h"
#include "strips/strips_device.h"
#include "strips/strips_kernels.h"

/* Statistics of all calls so far. */
struct compare_work {
    bool diagonals, strips, short_by_long, hamming; /* ways that gave a result */
    unsigned devices;    /* most devices that computed strips at the same time */
    unsigned threads;    /* most threads that computed strips at the same time */
    unsigned ranks;      /* other ranks that helped */
    const char *why_not; /* why devices that would pay are no longer used; or NULL */
    double cells;        /* of the tables without prefix and suffix */
    double seconds;
};

/* For tests: `teams` teams of `threads` threads compute panels of `rows` rows and `columns` columns
 * (0: automatic). teams = 0: panels only if they pay. */
struct compare_panels {
    unsigned teams;
    size_t rows, columns;
};

/* Other ranks that may join a scheduler. */
struct compare_others {
    void *context;
    unsigned ranks; /* their number; assumed to be as fast as this rank */
    /* Adds the ranks' executors and a worker to the scheduler for this pair. Returns how many ranks
     * compute with devices, as far as they have reported. */
    unsigned (*join)(void *context, struct scheduler *scheduler, const struct sequences *compact,
                     enum metric metric);
};

struct compare {
    enum compare_way way;
    const struct strips_kernel *kernel; /* NULL: the fastest */
    unsigned threads;
    /* The kind of devices that compute strips if that pays: the devices of this rank
     * (ranks/share.h), as many as pay. NULL: none, for example for an unsupported metric. */
    const struct strips_device *device;
    const struct compare_others *others; /* other ranks; NULL: none */
    bool device_only; /* requested by name: only devices compute, and a device's failure is fatal */
    size_t memory;    /* words that a part of a table may take; 0: automatic. Less memory means more
                         work. */
    struct compare_panels panels;
    uint64_t guess; /* first bound on the distance for strips; 0: automatic */
    /* Progress callback or NULL: `part` (0 to 1) of the work is done; the table has `cells` cells.
     */
    void (*progress)(void *context, double part, double cells);
    void *context;
    struct compare_work work;
    double cell_cost; /* measured nanoseconds of a cell by strips on one thread; 0: none yet */
};

/* launch_plan.h - how the patterns of a launch are distributed over lanes, warps and blocks. */
#pragma once

#include <stdint.h>

#include "cells/metric.h"

struct launch_plan {
    enum metric metric;
    uint32_t rows; /* of a lane; for bit vectors: words of a lane */
    uint32_t lanes, warps, strips;
    uint32_t warps_of_block;
    bool count, shared;  /* bitslice: use count(); the ring is in shared memory */
    uint32_t team;       /* patterns of a block */
    uint32_t substrings; /* of a block */
    uint32_t columns;    /* of a step */
    uint32_t delay;      /* steps from the first lane to the last */
    uint32_t resident;   /* blocks on a multiprocessor */
    double cycles;       /* of a multiprocessor, for a step of all these blocks */
    double prepared;     /* cycles of preparation for each symbol read */
    double fixed;        /* cycles of any launch */
    /* Chosen by consider_block_counts(): */
    uint32_t blocks; /* for each pattern */
    double time;     /* in cycles */
};

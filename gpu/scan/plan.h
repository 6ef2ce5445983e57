/* plan.h - a way to scan for the patterns of a launch: how they lie on lanes, warps and blocks. */
#ifndef PLAN_H
#define PLAN_H

#include <stdint.h>

#include "cells/metric.h"

struct plan {
    enum metric metric;
    uint32_t rows; /* of a lane; of bit vectors: its words */
    uint32_t lanes, warps, strips;
    uint32_t warps_of_block;
    bool count, shared;  /* bitslice: count(); the ring is in shared memory */
    uint32_t team;       /* patterns of a block */
    uint32_t substrings; /* of a block */
    uint32_t columns;    /* of a step */
    uint32_t delay;      /* steps from the first lane to the last */
    uint32_t resident;   /* blocks on a multiprocessor */
    double cycles;       /* that a multiprocessor needs for a step of all these blocks */
    double prepared;     /* cycles that preparing takes the device, for each symbol read */
    double fixed;        /* cycles that any launch takes */
    /* What consider() chooses: */
    uint32_t blocks; /* of each pattern */
    double time;     /* in cycles */
};

#endif

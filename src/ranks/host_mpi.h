/*
 * host_mpi.h - where this process stands among the ranks, and on its host.
 *
 * Set once, before any other thread looks.
 */
#ifndef HOST_MPI_H
#define HOST_MPI_H

#include <mpi.h>
#include <stdbool.h>

#include "ranks/wakeup.h"

struct this_rank {
    unsigned count, own;
    unsigned on_host, own_on_host; /* see ranks.h, as `cpus` */
    unsigned cpus;
    char host[MPI_MAX_PROCESSOR_NAME];
    struct wakeup bell;
    struct wakeup_address *bells; /* of all ranks; those of other hosts have none */
    bool all_ring;                /* each rank can ring each other */
};

extern struct this_rank this_rank;

/* Finds it out, with all other ranks. Of the courier's thread, which alone makes calls of MPI.
 * False: out of memory. */
bool host_find(void);

#endif

/*
 * place_mpi.h - where this process stands among the ranks, and on its host.
 *
 * Set once, before any other thread looks.
 */
#ifndef PLACE_MPI_H
#define PLACE_MPI_H

#include <mpi.h>
#include <stdbool.h>

#include "ranks/bell.h"

struct place {
    unsigned count, own;
    unsigned on_host, own_on_host; /* see ranks.h, as `cpus` */
    unsigned cpus;
    char host[MPI_MAX_PROCESSOR_NAME];
    struct bell bell;
    struct bell_address *bells; /* of all ranks; those of other hosts have none */
    bool all_ring;              /* each rank can ring each other */
};

extern struct place place;

/* Finds it out, with all other ranks. Of the courier's thread, which alone makes calls of MPI.
 * False: out of memory. */
bool place_find(void);

#endif

/*
 * host_mpi.h - finds the place of this process among the ranks (ranks.h), and what it shares with
 * those on its host.
 *
 * Set once, before any other thread reads it.
 */
#pragma once

#include <stdbool.h>

#include "ranks/ranks.h"
#include "ranks/wakeup.h"

struct this_rank {
    unsigned cpus; /* ranks_cpus() */
    struct wakeup wakeup;
    struct wakeup_address *wakeups; /* of all ranks; those of other hosts have none */
    bool all_wake;                  /* every rank can wake every other */
};

extern struct this_rank this_rank;

/* Sets rank_place and this_rank, together with all other ranks. For the message thread, which makes
 * all calls of MPI. Returns false when out of memory. */
bool host_find(void);

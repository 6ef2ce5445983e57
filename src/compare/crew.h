/*
 * crew.h - all who compute one table together: threads, devices, other processes.
 *
 * A hand is a thread of this process that works for one or more takers (strips/grid.h): it takes
 * panels, has them computed, and gives them back. Later it does the same with parts (parts.h).
 */
#ifndef CREW_H
#define CREW_H

#include "compare/parts.h"
#include "strips/grid.h"

struct crew_hand {
    size_t first, takers; /* the hand's: [first, first + takers) of the crew's */
    /*
     * Takes panels until the grid is over for all takers of the hand. A taker that fails returns
     * its panels and leaves (grid_leave()); what failed is for the hand to remember. Out of memory
     * the process ends.
     */
    void (*panels)(void *context, struct grid *g);
    /* Takes parts until the parts are over. NULL: the hand has no part in this. */
    void (*parts)(void *context, struct parts *p);
    void *context;
};

struct crew {
    struct grid_taker *takers;
    size_t ntakers;
    const struct crew_hand *hands; /* the first one works on the thread that calls */
    size_t nhands;
};

#endif

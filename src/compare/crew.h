/*
 * crew.h - all who compute one pair together: threads, devices, other processes.
 *
 * A hand is a thread of this process that works for one or more takers (strips/grid.h): it takes
 * panels, has them computed, and gives them back. Later it does the same with parts (parts.h).
 * A crew is put together for one pair; its takers learn their speed from one grid to the next.
 *
 * All of this is for the main thread, but the functions of hands run on threads of their own.
 */
#ifndef CREW_H
#define CREW_H

#include "compare/parts.h"
#include "strips/grid.h"

struct crew;

struct crew_hand {
    void *context;
    /*
     * Takes panels for the hand's takers, which are [first, first + takers), until the grid is over
     * for all of them. A taker that fails returns its panels and leaves (grid_leave()).
     */
    void (*panels)(void *context, struct grid *g, size_t first);
    /* Takes parts until these are over; may return earlier, without any. NULL: takes none. */
    void (*parts)(void *context, struct parts *p);
    /* The crew has come to its end. May be NULL. */
    void (*close)(void *context);
    /* Why a taker of the hand failed, a static string or the context's; NULL: none did. */
    const char *(*why)(void *context);
    unsigned threads; /* that align parts at once */
};

/* Takers elsewhere that may join a crew. */
struct crew_others {
    void *context;
    double speed; /* of them all, about: cells a second */
    /* Adds them and their hand to a crew that will compute this pair. */
    void (*join)(void *context, struct crew *crew, const struct sequences *compact);
};

/* Out of memory the program ends, here and below. */
struct crew *crew_open(void);

/* Tells all hands that this is the end, and frees the crew. */
void crew_close(struct crew *c);

/* Adds a hand and its takers. */
void crew_add(struct crew *c, const struct crew_hand *hand, const struct grid_taker *takers,
              size_t ntakers);

/* Adds a team of threads: one taker. *worked is raised to how many threads worked at once. */
void crew_add_team(struct crew *c, const struct strips_kernel *kernel, unsigned threads,
                   unsigned *worked);

/* What a team of so many threads is like. */
struct grid_taker crew_team(unsigned threads);

size_t crew_takers(const struct crew *c);
unsigned crew_threads(const struct crew *c); /* that align parts at once */

/* Computes the tables, by all hands. The caller closes the grid; NULL: all hands failed. */
struct grid *crew_compute(struct crew *c, const struct strips_problem *tables, size_t n,
                          const struct grid_shape *shape);

/* Aligns the parts, by all hands. A part that nobody else aligns is aligned by this process. */
void crew_align(struct crew *c, struct parts *p);

/* Why a taker failed, the first one that did; NULL: none. */
const char *crew_why(const struct crew *c);

#endif

/*
 * scheduler.h - all who compute one pair together: threads, devices, other processes.
 *
 * A hand is a thread of this process that works for one or more takers (strips/grid.h): it takes
 * panels, has them computed, and gives them back. Later it does the same with parts
 * (subproblems.h). A crew is put together for one pair; its takers learn their speed from one grid
 * to the next.
 *
 * All of this is for the main thread, but the functions of hands run on threads of their own.
 */
#ifndef SCHEDULER_H
#define SCHEDULER_H

#include "compare/split_on_device.h"
#include "strips/grid.h"

struct scheduler;

struct scheduler_hand {
    void *context;
    /*
     * Takes panels for the hand's takers, which are [first, first + takers), until the grid is over
     * for all of them. A taker that fails returns its panels and leaves (grid_leave()).
     */
    void (*panels)(void *context, struct grid *g, size_t first);
    /* Divides parts until there is none any more; how many it divides at once. NULL: none. 0:
     * another hand of the same device divides. */
    void (*divide)(void *context, struct split_on_device *d);
    unsigned dividers;
    /* Takes parts until these are over; may return earlier, without any. NULL: takes none. */
    void (*parts)(void *context, struct subproblems *p);
    /* The crew has come to its end. May be NULL. */
    void (*close)(void *context);
    /* Why a taker of the hand failed, a static string or the context's; NULL: none did, or it was
     * out of memory. */
    const char *(*why)(void *context);
    unsigned threads; /* that align parts at once */
};

/* Out of memory the program ends, here and below. */
struct scheduler *scheduler_open(void);

/* Tells all hands that this is the end, and frees the crew. */
void scheduler_close(struct scheduler *c);

/* Adds a hand and its takers. */
void scheduler_add(struct scheduler *c, const struct scheduler_hand *hand,
                   const struct grid_taker *takers, size_t ntakers);

/* Adds a team of threads: one taker. *worked grows by how many of them worked at once, when the
 * crew is closed. */
void scheduler_add_team(struct scheduler *c, const struct strips_kernel *kernel, unsigned threads,
                        unsigned *worked);

/* Adds threads that align parts, and compute no panels. */
void scheduler_add_aligners(struct scheduler *c, unsigned threads);

/* The taker that a team is. NULL: the fastest kernel. */
struct grid_taker scheduler_team(const struct strips_kernel *kernel, unsigned threads);

size_t scheduler_takers(const struct scheduler *c);
bool scheduler_is_two_teams(const struct scheduler *c); /* of threads, here or elsewhere */
unsigned scheduler_threads(const struct scheduler *c);  /* that align parts at once */
unsigned scheduler_dividers(const struct scheduler *c); /* that divide parts at once */
bool scheduler_all_divide(const struct scheduler *c);   /* all who have takers */

/* Computes the tables, by all hands. The caller closes the grid; NULL: all hands failed, or one has
 * stopped the grid. */
struct grid *scheduler_compute(struct scheduler *c, const struct strips_problem *tables, size_t n,
                               const struct grid_shape *shape);

/* Divides large parts, by those hands that can. */
void scheduler_divide(struct scheduler *c, struct split_on_device *d);

/* Aligns the parts, by all hands. A part that nobody else aligns is aligned by this process. False:
 * the parts were stopped. */
bool scheduler_align(struct scheduler *c, struct subproblems *p);

/* Why a taker failed, the first one that did; NULL: none. */
const char *scheduler_why(const struct scheduler *c);

#endif

/*
 * scheduler.h - distributes the work on one pair among threads, devices and other processes.
 *
 * A worker is a thread of this process that serves one or more executors (strips/grid.h): it claims
 * panels, lets the executors compute them, and returns them; later it does the same with parts
 * (subproblems.h). A scheduler is made for one pair; it keeps the measured speeds of its executors
 * from one grid to the next.
 *
 * Main thread only, but the functions of workers run on their own threads.
 */
#pragma once

#include "compare/split_on_device.h"
#include "strips/grid.h"

struct scheduler;

struct scheduler_worker {
    void *context;
    /*
     * Claims panels for the worker's executors, [first, first + executors), until the grid is over
     * for all of them. An executor that fails returns its panels and leaves (grid_leave()).
     * NULL: there are no executors.
     */
    void (*panels)(void *context, struct grid *g, size_t first);
    /* Divides parts until there are none. NULL: divides none. */
    void (*divide)(void *context, struct split_on_device *d);
    unsigned dividers;
    /* Aligns parts until there are none; may return earlier. NULL: aligns none. */
    void (*parts)(void *context, struct subproblems *p);
    /* Called when the scheduler is closed. May be NULL. */
    void (*close)(void *context);
    /* Returns why an executor failed, as a static string or one of the context; NULL: none failed,
     * or out of memory. */
    const char *(*why)(void *context);
    unsigned threads; /* that align parts at once */
};

/* All functions exit the program when out of memory. */
struct scheduler *scheduler_open(void);

/* Calls close() of all workers, and frees the scheduler. */
void scheduler_close(struct scheduler *c);

/* Adds a worker and its executors. */
void scheduler_add(struct scheduler *c, const struct scheduler_worker *worker,
                   const struct grid_executor *executors, size_t nexecutors);

/* Adds a team of threads as one executor. Closing the scheduler adds the number of threads that
 * worked at the same time to *worked. */
void scheduler_add_team(struct scheduler *c, const struct strips_kernel *kernel, unsigned threads,
                        unsigned *worked);

/* Adds threads that only align parts. */
void scheduler_add_aligners(struct scheduler *c, unsigned threads);

/* Returns a team as an executor. NULL: the fastest kernel. */
struct grid_executor scheduler_team(const struct strips_kernel *kernel, unsigned threads);

size_t scheduler_executors(const struct scheduler *c);
unsigned scheduler_threads(const struct scheduler *c);  /* that align parts at once */
unsigned scheduler_dividers(const struct scheduler *c); /* that divide parts at once */
/* Returns whether every worker with executors divides parts. */
bool scheduler_all_divide(const struct scheduler *c);

/* Computes the tables with all workers. The caller closes the grid. Returns NULL if all workers
 * failed, or one has stopped the grid. */
struct grid *scheduler_compute(struct scheduler *c, const struct strips_problem *tables, size_t n,
                               const struct grid_shape *shape);

/* Divides large parts with the workers that can. */
void scheduler_divide(struct scheduler *c, struct split_on_device *d);

/* Aligns the parts with all workers. This process aligns the parts that others do not. Returns
 * false if the queue was stopped. */
bool scheduler_align(struct scheduler *c, struct subproblems *p);

/* Returns why the first executor failed; NULL: none failed. */
const char *scheduler_why(const struct scheduler *c);

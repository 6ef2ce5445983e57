/*
 * strips_device.h - whole tables (strips_problem.h) on a device: the contract.
 *
 * Problems lie in host memory. The memory that they need on the device is linear in m + n. A solver
 * is used by one thread at a time. It keeps the memory that it has on the device for the next call.
 * Several solvers may share a device. open(), divide(), panel() and close() may be called by any
 * thread, even while the main thread ends the program (device_enter() in gpu/base).
 */
#ifndef STRIPS_DEVICE_H
#define STRIPS_DEVICE_H

#include <stdatomic.h>

#include "strips/strips_problem.h"

enum { STRIPS_DEVICES_MOST = 64 /* devices that are used of a host */ };

enum strips_device_status { STRIPS_DEVICE_OK, STRIPS_DEVICE_CANCELLED, STRIPS_DEVICE_FAILED };

/* How to work. All zero: a wavefront of strips, in the shape that is estimated to be the fastest.
 */
struct strips_device_run {
    bool blocks;    /* instead: Kawanami and Fujimoto, as published; only STRIPS_LCS */
    unsigned words; /* of a lane: 4, 8 or 16; the next smaller if that does not fit; 0: chosen */
    /* As in struct strips_run. */
    const atomic_bool *cancel;
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

/* A part of the table: the lowest optimal path (hirschberg.h) goes through it from its upper left
 * corner to its lower right one. */
struct strips_device_part {
    size_t row, column, m, n;
    /* Of the path in this part; for STRIPS_LCS that of insertions and deletions. UINT64_MAX when
     * the table is not divided and this is all of it. */
    uint64_t distance;
};

struct strips_solver;

struct strips_device {
    const char *name;
    unsigned metrics; /* METRIC_BIT() of those that it knows */

    /* NULL when there is a device that can be used, else why not. The first call may take a while.
     */
    const char *(*why_not)(void);

    /* How many there are, at most STRIPS_DEVICES_MOST; open() takes numbers below this. */
    unsigned (*count)(void);

    /* Begins to get a device ready, on a thread of its own: open() takes less time afterwards. */
    void (*prepare)(unsigned number);

    /* A solver on device number `number`; NULL: failed. The caller closes it. */
    struct strips_solver *(*open)(unsigned number);
    void (*close)(struct strips_solver *s);

    /* Why a call failed (NULL: open()), for example because the device's memory ran out. */
    const char *(*why_failed)(const struct strips_solver *s);

    /* As strips_score(), without a limit. */
    enum strips_device_status (*score)(struct strips_solver *s, const struct strips_problem *p,
                                       const struct strips_device_run *run, uint64_t *score);

    /*
     * Hirschberg's recursion, breadth first: halves all parts of a depth at once, until each has at
     * most `cells` cells. Gives the parts in order: each begins where the one before ends. The
     * caller frees *parts.
     */
    enum strips_device_status (*divide)(struct strips_solver *s, const struct strips_problem *p,
                                        double cells, const struct strips_device_run *run,
                                        struct strips_device_part **parts, size_t *count);

    /*
     * As strips_panel(). `blocks` is not for panels. A panel has all of the device at work only
     * where it has very many rows, so a device does two at a time, each by a solver of its own.
     */
    enum strips_device_status (*panel)(struct strips_solver *s, const struct strips_problem *panel,
                                       const struct strips_device_run *run,
                                       struct strips_border *border);
    /* What panels should have on device number `number`. With fewer rows, a device that does two at
     * a time is slower about in proportion; with fewer columns, a little. */
    void (*liked)(unsigned number, size_t *rows, size_t *columns);
};

/* All kinds of devices that this build can use (gpu/strips/strips_device_NAME.c), then NULL. */
const struct strips_device *const *strips_devices(void);

#endif

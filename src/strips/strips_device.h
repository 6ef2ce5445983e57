/*
 * strips_device.h - the interface of devices that compute whole tables (strips_problem.h).
 *
 * Problems lie in host memory. The device memory that they need is linear in m + n. One thread at a
 * time may use a solver. It keeps its device memory for the next call. Several solvers may share a
 * device. Any thread may call open(), divide(), panel() and close(), even while the main thread
 * exits the program (device_enter() in gpu/base).
 */
#pragma once

#include <stdatomic.h>

#include "strips/strips_problem.h"

enum { STRIPS_DEVICES_MOST = 64 /* most devices of a host that are used */ };

enum strips_device_status { STRIPS_DEVICE_OK, STRIPS_DEVICE_CANCELLED, STRIPS_DEVICE_FAILED };

/* Parameters. All zero: a wavefront of strips, in the shape with the least estimated time. */
struct strips_device_run {
    bool blocks;    /* instead: the algorithm of Kawanami and Fujimoto, as published; only
                       STRIPS_LCS */
    unsigned words; /* of a lane: 4, 8 or 16; the next smaller size if that does not fit; 0:
                       chosen */
    /*
     * For divide(): the distance is likely at most `limit`, which is at least the difference of
     * both lengths. Only diagonals that can hold such a path are computed. If the distance turns
     * out to be greater, there are two parts, and the sum of their distances, which is greater than
     * the limit, is at least the distance.
     */
    bool limited;
    uint64_t limit;
    /* As in struct strips_run. */
    const atomic_bool *cancel;
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

/* A part of the table: the lowest optimal path (hirschberg.h) goes through it from its upper left
 * corner to its lower right corner. */
struct strips_device_part {
    size_t row, column, m, n;
    /* Length of the path in this part; for STRIPS_LCS in insertions and deletions. UINT64_MAX if
     * the table was not divided and this is all of it. */
    uint64_t distance;
};

struct strips_solver;

struct strips_device {
    const char *name;
    unsigned metrics; /* METRIC_BIT() of the supported metrics */

    /*
     * Returns the same device with all functions below, which are NULL in the device of a plug-in
     * that is not loaded. Returns NULL if there is no usable device, and sets *why to the reason.
     * The first call may take a while.
     */
    const struct strips_device *(*load)(const struct strips_device *d, const char **why);

    /* Returns the number of devices, at most STRIPS_DEVICES_MOST; open() takes numbers below it. */
    unsigned (*count)(void);

    /* Starts a device on a thread of its own, so that a later open() takes less time. */
    void (*prepare)(unsigned number);

    /* Returns a solver on device `number`, or NULL on failure. The caller closes it. */
    struct strips_solver *(*open)(unsigned number);
    void (*close)(struct strips_solver *s);

    /* Returns why a call failed (NULL: open()), for example for lack of device memory. */
    const char *(*why_failed)(const struct strips_solver *s);

    /* As strips_score(), without a limit. */
    enum strips_device_status (*score)(struct strips_solver *s, const struct strips_problem *p,
                                       const struct strips_device_run *run, uint64_t *score);

    /*
     * Hirschberg's recursion, breadth first: halves all parts of a depth at once, until each has at
     * most `cells` cells. Of a part whose distance is known, only a band is computed. Returns the
     * parts in order: each begins where the previous one ends. The caller frees *parts.
     */
    enum strips_device_status (*divide)(struct strips_solver *s, const struct strips_problem *p,
                                        double cells, const struct strips_device_run *run,
                                        struct strips_device_part **parts, size_t *count);

    /*
     * As strips_panel(). `blocks` does not apply to panels. A panel occupies all of the device only
     * if it has very many rows, so a device computes two at a time, each by a solver of its own.
     */
    enum strips_device_status (*panel)(struct strips_solver *s, const struct strips_problem *panel,
                                       const struct strips_device_run *run,
                                       struct strips_border *border);
    /* Returns the preferred size of panels on device `number`. With fewer rows, a device that
     * computes two at a time is slower about in proportion; with fewer columns, a little. */
    void (*liked)(unsigned number, size_t *rows, size_t *columns);
};

/* Returns the kind of devices that there is: CUDA's (strips_device_cuda.c). */
const struct strips_device *strips_device(void);

/*
 * strips_device.h - whole tables (strips.h) on a device beside the processor: the contract.
 *
 * Problems are in host memory; what is needed on the device is linear in m + n. A solver is used by
 * one thread at a time, and keeps the device's memory for the next call.
 */
#ifndef STRIPS_DEVICE_H
#define STRIPS_DEVICE_H

#include "strips/strips.h"

enum strips_device_algorithm {
    STRIPS_DEVICE_STRIPS, /* a wavefront of strips */
    STRIPS_DEVICE_BLOCKS, /* Kawanami and Fujimoto, as published; only STRIPS_LCS */
};

enum strips_device_status { STRIPS_DEVICE_OK, STRIPS_DEVICE_CANCELLED, STRIPS_DEVICE_FAILED };

/* How to work. All zero: strips, in the shape that is estimated to be the fastest. */
struct strips_device_run {
    enum strips_device_algorithm algorithm;
    unsigned words; /* of a lane: 4, 8, 16, or what fits the device; 0: chosen */
    /* As in struct strips_run; may be NULL. */
    const atomic_bool *cancel;
    void (*progress)(void *context, uint64_t cells);
    void *context;
};

/*
 * A part of the table that the lowest optimal path (hirschberg.h) goes through from its upper left
 * to its lower right; the path's distance there (for STRIPS_LCS that of insertions and deletions).
 */
struct strips_device_part {
    size_t row, column, m, n;
    uint64_t distance; /* UINT64_MAX for the whole table, when it is not cut */
};

struct strips_solver;

struct strips_device {
    const char *name;

    /* NULL when there is a device that can be used, else why not. Asking may take a while once. */
    const char *(*why_not)(void);

    /* NULL: failed. What is open is closed by close(). */
    struct strips_solver *(*open)(unsigned device);
    void (*close)(struct strips_solver *s);

    /* Why a call failed, the device's memory being out among the reasons. */
    const char *(*why_failed)(const struct strips_solver *s);

    /* The distance or the length. */
    enum strips_device_status (*score)(struct strips_solver *s, const struct strips_problem *p,
                                       const struct strips_device_run *run, uint64_t *score);

    /*
     * Hirschberg's recursion, all parts of a depth at once: cuts the table until its parts have at
     * most `cells` cells each. They are told in order, one behind the other; the caller frees
     * *parts.
     */
    enum strips_device_status (*cut)(struct strips_solver *s, const struct strips_problem *p,
                                     double cells, const struct strips_device_run *run,
                                     struct strips_device_part **parts, size_t *count);
};

/* All that this build can use (gpu/strips_device_NAME.c), then NULL. */
const struct strips_device *const *strips_devices(void);

#endif

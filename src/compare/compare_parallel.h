/*
 * compare_parallel.h - a pair compared in parallel: by threads, devices and other processes
 * together.
 *
 * For a distance, the workers compute both halves of the table (strips/grid.h), which meet in its
 * middle. For an alignment, the table is halved, then both parts, and so on: all halves of a
 * depth are in one grid at once. Small parts are then aligned, each as a whole (subproblems.h). If
 * there are devices, they divide the parts that are large for a thread (split_on_device.h), as soon
 * as the parts can be shared evenly among the devices.
 */
#pragma once

#include "compare/scheduler.h"

struct compare_parallel {
    struct scheduler *scheduler;
    struct grid_shape shape;
    struct subproblems_rules rules;
    double cells; /* of a part that is not halved any more, at least */
    bool bands;   /* halves are bands; a device had better compute whole tables */
};

/*
 * Sets *distance for two compact sequences (sequences_compact()), whose lengths differ by at most
 * `limit`. Above the limit, if halves are bands, it may be too great, but some alignment costs that
 * much. Unless the script is NULL, appends the alignment that hirschberg_align() would append; if
 * the distance is above `limit`, only some or none of it. Returns false if all workers failed, or
 * one that must not (scheduler_why()). Exits the program when out of memory.
 */
bool compare_parallel_align(const struct compare_parallel *c, const struct sequences *s,
                            uint64_t limit, struct script *script, uint64_t *distance);

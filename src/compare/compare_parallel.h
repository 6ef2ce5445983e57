/*
 * compare_parallel.h - a pair compared in parallel: by threads, devices and other processes
 * together.
 *
 * For a distance, the workers compute both halves of the table (strips/grid.h), which meet in its
 * middle. For an alignment it halves the table, then both parts of it, and so on: all halves of a
 * depth are in one grid at once. Parts that are small enough are then aligned, each as a whole
 * (subproblems.h). Where there are devices, these divide parts first that are large for a thread
 * (split_on_device.h), as soon as the parts divide evenly among them.
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
 * Tells the distance of two compact sequences (sequences_compact()), whose lengths differ by at
 * most `limit`. When it is beyond that, and halves are bands, it may be too great, though an
 * alignment costs as much. Where there is a script, adds the alignment that
 * hirschberg_align() would add; when the distance is beyond `limit`, only some or none of it.
 * Returns false when all workers have failed, or one that must not (scheduler_why()). Out of
 * memory the program ends.
 */
bool compare_parallel_align(const struct compare_parallel *c, const struct sequences *s,
                            uint64_t limit, struct script *script, uint64_t *distance);

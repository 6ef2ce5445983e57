/*
 * compare_device.h - compares a pair by strips on a device (strips_device.h).
 *
 * For a distance, the device computes the table, or both halves of a band. For an alignment, it
 * divides the table into small parts, which the threads of the processor then align.
 */
#pragma once

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips_device.h"

struct compare_device {
    const struct strips_device *device;
    unsigned number; /* number of the device */
    struct strips_device_run run;
    unsigned threads;
    double cells; /* cells of a part that is left to the processor */
    size_t leaf;  /* as in struct hirschberg */
};

/*
 * Tells the distance of two compact sequences (sequences_compact()), even when it is beyond
 * `limit`; but one beyond a limit of `run` may be too great, though there is an alignment that
 * costs as much. Where there is a script, adds the alignment that hirschberg_align() would add;
 * when the distance is beyond `limit`, only some or none of it. Returns NULL; or, with nothing
 * added, why the device failed. Exits the program when out of memory.
 */
const char *compare_device_align(const struct compare_device *c, const struct sequences *s,
                                 enum metric metric, uint64_t limit, struct script *script,
                                 uint64_t *distance);

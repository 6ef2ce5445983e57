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
 * Sets *distance for two compact sequences (sequences_compact()), even if it is above `limit`.
 * Above a limit of `run` it may be too great, but some alignment costs that much. Unless the script
 * is NULL, appends the alignment that hirschberg_align() would append; if the distance is above
 * `limit`, only some or none of it. Returns NULL, or why the device failed; then nothing is
 * appended. Exits the program when out of memory.
 */
const char *compare_device_align(const struct compare_device *c, const struct sequences *s,
                                 enum metric metric, uint64_t limit, struct script *script,
                                 uint64_t *distance);

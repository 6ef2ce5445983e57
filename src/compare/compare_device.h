/*
 * compare_device.h - by strips on a device (strips_device.h): it computes the table, and cuts it
 * for an alignment; small parts are aligned by the threads of the processor.
 */
#ifndef COMPARE_DEVICE_H
#define COMPARE_DEVICE_H

#include "pair/script.h"
#include "pair/sequences.h"
#include "strips/strips_device.h"

struct compare_device {
    const struct strips_device *device;
    struct strips_device_run run;
    unsigned threads;
    double cells; /* of a part that is left to the processor */
    size_t leaf;  /* as struct hirschberg takes it */
};

/*
 * Tells the distance of sequences that are compact (sequences_compact()), whatever it is. Adds the
 * alignment, that of hirschberg_align(), where there is a script; one beyond `limit` need not be
 * whole. NULL when that was done, else why the device failed, with nothing added. Out of memory the
 * program ends.
 */
const char *compare_device_align(const struct compare_device *c, const struct sequences *s,
                                 enum metric metric, uint64_t limit, struct script *script,
                                 uint64_t *distance);

#endif

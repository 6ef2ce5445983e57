/*
 * device_hand.h - hands whose takers are devices (crew.h).
 *
 * A device does two panels at a time (strips_device.h), so it has two hands, each with a solver of
 * its own. A hand whose device fails gives its panel back, and takes no more.
 */
#ifndef DEVICE_HAND_H
#define DEVICE_HAND_H

#include "compare/crew.h"
#include "strips/strips_device.h"

/* What is known of a device when all is done; the caller's. All false in the beginning. */
struct device_work {
    atomic_bool worked; /* it has done a panel */
};

/*
 * Adds the hands of device number `number`. `only`: when it fails, all work ends. *work must stay
 * until the crew is closed.
 */
void crew_add_device(struct crew *c, const struct strips_device *device, unsigned number, bool only,
                     struct device_work *work);

/*
 * Of `devices` alike, how many had better compute a table of m rows and n columns, 1 at least. A
 * device is the slower the fewer rows its panels have, so a small table is done as soon by few.
 */
unsigned device_hands_wanted(const struct strips_device *device, unsigned number, unsigned devices,
                             size_t m, size_t n);

#endif

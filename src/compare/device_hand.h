/*
 * device_hand.h - a hand whose taker is a device (scheduler.h).
 *
 * A device does two panels at a time (strips_device.h), so it has two hands, each with a solver of
 * its own. The second one has nothing to do where devices do whole tables (grid_plan.h), and
 * divides no parts. A hand whose device fails gives its panel back, and takes no more.
 */
#ifndef DEVICE_HAND_H
#define DEVICE_HAND_H

#include "compare/scheduler.h"
#include "strips/strips_device.h"

enum { DEVICE_HANDS = 2 /* of a device */ };

_Static_assert(STRIPS_DEVICES_MOST <= 64, "a bit for each device");

/* Results of the hands of a crew, at the end. */
struct device_news {
    uint64_t worked; /* bit i: device number i has done something */
    const char *why; /* one of them failed; or NULL */
};

/* What a hand of a device is like as a taker. */
struct grid_taker device_hand_taker(const struct strips_device *device, unsigned number,
                                    unsigned hand);

/* Adds the hands of a device to a crew. News are set, never reset, when that is closed. */
void device_hands_join(struct scheduler *crew, const struct strips_device *device, unsigned number,
                       bool only, struct device_news *news);

#endif

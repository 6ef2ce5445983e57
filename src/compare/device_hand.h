/*
 * device_hand.h - a hand whose taker is a device (crew.h).
 *
 * A device does two panels at a time (strips_device.h), so it has two hands, each with a solver of
 * its own. A hand whose device fails gives its panel back, and takes no more.
 */
#ifndef DEVICE_HAND_H
#define DEVICE_HAND_H

#include "strips/grid.h"
#include "strips/strips_device.h"

enum { DEVICE_HANDS = 2 /* of a device */ };

/* The caller sets the first two members; all others zero. */
struct device_hand {
    const struct strips_device *device;
    unsigned number; /* of the device */
    struct strips_solver *solver;
    const char *why; /* it takes no more; NULL: it works */
    bool worked;     /* it has done a panel */
};

/* What it is like. */
struct grid_taker device_hand_taker(const struct device_hand *h);

/* Takes panels until the grid is over, or the device fails; `context` is a struct device_hand. */
void device_hand_panels(void *context, struct grid *g, size_t taker);

void device_hand_close(struct device_hand *h);

#endif

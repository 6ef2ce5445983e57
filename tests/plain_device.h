/*
 * plain_device.h - a fake device: the processor computes its tables, and its calls fail on request.
 */
#pragma once

#include <stdatomic.h>

#include "strips/strips_device.h"

extern const struct strips_device plain_device;

/* The state of all fake devices. Any thread may read it, and change `good`. */
struct plain_device_state {
    unsigned count;
    const char *why_not;  /* NULL: usable */
    atomic_int good;      /* how many more calls of open(), score(), divide() and panel() succeed */
    atomic_int opened;    /* open solvers */
    size_t rows, columns; /* the preferred size of panels */
};
extern struct plain_device_state plain_device_state;

/* Sets the number of devices. No call fails, and no solver is open. */
void plain_device_reset(unsigned count);

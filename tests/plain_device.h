/*
 * plain_device.h - a device for tests of what uses devices: the processor computes its tables, and
 * its calls fail when the test wants it.
 */
#pragma once

#include <stdatomic.h>

#include "strips/strips_device.h"

extern const struct strips_device plain_device;

/* The state of all its devices; any thread may read it, and change `good`. */
struct plain_device_state {
    unsigned count;
    const char *why_not;  /* NULL: usable */
    atomic_int good;      /* calls of open(), score(), divide() and panel() that succeed; all later
                             ones fail */
    atomic_int opened;    /* solvers that are not closed */
    size_t rows, columns; /* the preferred size of panels */
};
extern struct plain_device_state plain_device_state;

/* Sets how many there are; no call fails, and no solver is open. */
void plain_device_reset(unsigned count);

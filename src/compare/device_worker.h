/*
 * device_worker.h - a worker (scheduler.h) whose executor is a device.
 *
 * A device computes two panels at a time (strips_device.h), so it has two workers, each with its
 * own solver. The second one is idle while devices compute whole tables (grid_plan.h), and divides
 * no parts. A worker whose device fails returns its panel, and takes no more.
 */
#pragma once

#include "compare/scheduler.h"
#include "strips/strips_device.h"

enum { DEVICE_WORKERS = 2 /* of a device */ };

_Static_assert(STRIPS_DEVICES_MOST <= 64, "a bit for each device");

/* Results of a scheduler's device workers, at the end. */
struct device_outcome {
    uint64_t worked; /* bit i: device number i has done some work */
    const char *why; /* reason of a failure, or NULL */
};

/* Returns a device as an executor of a grid. */
struct grid_executor device_worker_executor(const struct strips_device *device, unsigned number,
                                            unsigned worker);

/* Adds the workers of a device to a scheduler. Closing the scheduler adds their results to
 * *outcome. */
void device_workers_add(struct scheduler *scheduler, const struct strips_device *device,
                        unsigned number, bool only, struct device_outcome *outcome);

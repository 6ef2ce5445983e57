/* cuda_strips.h - strips_device.h on an NVIDIA GPU: the functions that its tests call directly. */
#pragma once

#include "strips/strips.h"
#include "strips/strips_device.h"

extern const struct strips_device cuda_strips;

/* Computes the last row of a problem, like strips_last_row() without a limit. On STRIPS_DEVICE_OK
 * the caller frees the row with strips_deltas_free(); otherwise there is none. */
enum strips_device_status strips_cuda_last_row(struct strips_solver *c,
                                               const struct strips_problem *p,
                                               const struct strips_device_run *run,
                                               struct strips_row *row);

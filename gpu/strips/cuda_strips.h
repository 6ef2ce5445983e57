/* cuda_strips.h - strips_device.h on an NVIDIA GPU; what its tests call directly. */
#ifndef CUDA_STRIPS_H
#define CUDA_STRIPS_H

#include "strips/strips.h"
#include "strips/strips_device.h"

extern const struct strips_device cuda_strips;

/*
 * The last rows of n problems, of one metric, one width and one alphabet, which share the device;
 * as strips_last_row() without a limit. On STRIPS_DEVICE_OK the caller frees each with
 * strips_deltas_free(); else there is none.
 */
enum strips_device_status strips_cuda_last_rows(struct strips_solver *c,
                                                const struct strips_problem *problems, size_t n,
                                                const struct strips_device_run *run,
                                                struct strips_row *rows);

#endif

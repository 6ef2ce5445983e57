/* strips_divide.h - strips_device.divide on an NVIDIA GPU. */
#pragma once

#include "strips/strips_device.h"

enum strips_device_status strips_cuda_divide(struct strips_solver *c,
                                             const struct strips_problem *p, double cells,
                                             const struct strips_device_run *run,
                                             struct strips_device_part **parts, size_t *count);

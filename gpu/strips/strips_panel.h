/* strips_panel.h - strips_device.panel on an NVIDIA GPU. */
#pragma once

#include "strips/strips_device.h"

enum strips_device_status strips_cuda_panel(struct strips_solver *c,
                                            const struct strips_problem *panel,
                                            const struct strips_device_run *run,
                                            struct strips_border *border);

/* lanes_kernels.h - the kernels that compute tables side by side (lanes_kernel_NAME.c). */
#pragma once

#include "lanes/lanes_block.h"

/* All kernels of this build, then NULL. Some may not run on this machine. */
const struct lanes_kernel *const *lanes_kernels(void);

/* Returns the kernel with this name, or NULL. For NULL or "auto", returns the fastest that can run
 * on this machine. */
const struct lanes_kernel *lanes_kernels_find(const char *name);
